import { useEffect, useState } from 'react';
import { relativeTextHolds } from '../../format-time.ts';

/** Returns the current time, updated whenever the relative text of `instant` can change, or never without an instant. */
export function useNow(instant: number | undefined): number {
  const [now, setNow] = useState(() => Date.now());
  const [asked, setAsked] = useState(instant);
  // With an older `now`, a very recent instant would appear to be in the future.
  if (asked !== instant) {
    setAsked(instant);
    setNow(Date.now());
  }
  useEffect(() => {
    if (instant === undefined) return;
    const timer = setTimeout(() => setNow(Date.now()), relativeTextHolds(instant, now));
    return () => clearTimeout(timer);
  }, [instant, now]);
  return now;
}

import { useEffect, useState } from 'react';
import { relativeTextHolds } from '../../format-time.ts';

/** The current time, renewed as often as the relative text of `instant` can change; not at all without one. */
export function useNow(instant: number | undefined): number {
  const [now, setNow] = useState(() => Date.now());
  const [asked, setAsked] = useState(instant);
  // Seen from an earlier now, what has only just happened would lie ahead.
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

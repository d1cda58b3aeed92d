import { useEffect, useState } from 'react';

/** Seconds that the server asks to wait, counted down to 0. */
export function useWait(): { readonly seconds: number; begin: (seconds: number) => void } {
  const [end, setEnd] = useState(0);
  const [now, setNow] = useState(() => Date.now());
  const seconds = Math.max(0, Math.ceil((end - now) / 1000));
  useEffect(() => {
    if (seconds === 0) return;
    const timer = setTimeout(() => setNow(Date.now()), 250);
    return () => clearTimeout(timer);
  });
  const begin = (wanted: number) => {
    setNow(Date.now());
    setEnd(Date.now() + wanted * 1000);
  };
  return { seconds, begin };
}

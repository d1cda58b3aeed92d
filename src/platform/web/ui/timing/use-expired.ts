import { useEffect, useState } from 'react';

/**
 * Reports whether `instant`, in milliseconds since the epoch, is longer ago than `lifetime`. Updates when this changes.
 */
export function useExpired(instant: number, lifetime: number): boolean {
  const [expired, setExpired] = useState<number>();
  useEffect(() => {
    const timer = setTimeout(() => setExpired(instant), Math.max(0, instant + lifetime - Date.now()));
    return () => clearTimeout(timer);
  }, [instant, lifetime]);
  return expired === instant;
}

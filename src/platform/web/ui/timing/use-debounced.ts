import { useEffect, useState } from 'react';
import { timing } from './timing.ts';

/** Returns the value once it has not changed for `delay` milliseconds. */
export function useDebounced<Value>(value: Value, delay: number = timing.searchDebounce): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return settled;
}

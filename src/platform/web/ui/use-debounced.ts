import { useEffect, useState } from 'react';
import { timing } from './timing.ts';

/** The value as it was when it last stood still for `wait` milliseconds. */
export function useDebounced<Value>(value: Value, wait: number = timing.searchDebounce): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), wait);
    return () => clearTimeout(timer);
  }, [value, wait]);
  return settled;
}

import { useEffect, useState } from 'react';
import { timing } from './timing.ts';

/** Returns the value once it has not changed for the search delay. */
export function useDebounced<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), timing.searchDebounce);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

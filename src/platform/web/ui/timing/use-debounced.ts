import { useEffect, useState } from 'react';
import { timing } from './timing.ts';

/** The value as it was when it last stood still for as long as a search waits. */
export function useDebounced<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), timing.searchDebounce);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

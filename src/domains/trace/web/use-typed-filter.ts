import { useEffect, useRef, useState } from 'react';
import { useDebounced } from '#platform/web/ui/timing/use-debounced.ts';

/** Text that takes effect once typing rests, and follows the address when that changes on its own. */
export function useTypedFilter(applied: string, onApply: (value: string) => void) {
  const [typed, setTyped] = useState(applied);
  const settled = useDebounced(typed);
  const last = useRef(applied);
  const apply = useRef(onApply);
  apply.current = onApply;
  useEffect(() => {
    if (settled.trim() === last.current) return;
    last.current = settled.trim();
    apply.current(settled);
  }, [settled]);
  useEffect(() => {
    if (applied === last.current) return;
    last.current = applied;
    setTyped(applied);
  }, [applied]);
  return { value: typed, onChange: (event: { target: { value: string } }) => setTyped(event.target.value) };
}

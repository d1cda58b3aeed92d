import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useDebounced } from '#platform/web/ui/timing/use-debounced.ts';

/**
 * Returns the text of a filter, which is applied once typing rests, and follows the address when that changes for
 * another reason. Applies nothing once the reader is on the way to another page: that would call the reader back.
 */
export function useTypedFilter(applied: string, onApply: (value: string) => void) {
  const router = useRouter();
  const page = useRef(router.latestLocation.pathname);
  const [typed, setTyped] = useState(applied);
  const settled = useDebounced(typed);
  /** What this filter has applied and the address does not show yet, oldest first. */
  const underWay = useRef<string[]>([]);
  const last = useRef(applied);
  const apply = useRef(onApply);
  apply.current = onApply;
  useEffect(() => {
    const value = settled.trim();
    if (value === last.current || router.latestLocation.pathname !== page.current) return;
    last.current = value;
    underWay.current.push(value);
    apply.current(settled);
  }, [settled, router]);
  useEffect(() => {
    // The address shows an earlier value while the reader types on: what was typed since must stay.
    const arrived = underWay.current.indexOf(applied);
    if (arrived >= 0) underWay.current.splice(0, arrived + 1);
    if (arrived >= 0 || applied === last.current) return;
    last.current = applied;
    setTyped(applied);
  }, [applied]);
  return { value: typed, onChange: (event: { target: { value: string } }) => setTyped(event.target.value) };
}

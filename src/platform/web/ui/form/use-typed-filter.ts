import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useDebounced } from '../timing/use-debounced.ts';

/**
 * Returns the text of a filter, which is applied after a pause in typing and follows the URL when it changes
 * otherwise. Applies nothing once a navigation to another page has started, which it would revert.
 */
export function useTypedFilter(applied: string, onApply: (value: string) => void) {
  const router = useRouter();
  const page = useRef(router.latestLocation.pathname);
  const [typed, setTyped] = useState(applied);
  const settled = useDebounced(typed);
  /** Values that this filter has applied and the URL does not show yet, oldest first. */
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
    // The URL has an earlier value while the user types on, so the newer input must stay.
    const arrived = underWay.current.indexOf(applied);
    if (arrived >= 0) underWay.current.splice(0, arrived + 1);
    if (arrived >= 0 || applied === last.current) return;
    last.current = applied;
    setTyped(applied);
  }, [applied]);
  return { value: typed, onChange: (event: { target: { value: string } }) => setTyped(event.target.value) };
}

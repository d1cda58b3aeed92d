import { useEffect, useRef } from 'react';

/**
 * Focuses an element each time that another step or view replaces its content, but not when it first appears. The
 * pressed control is gone, so a keyboard user would otherwise start at the top of the page. Give the element
 * `tabIndex={-1}`.
 */
export function useFocusOnChange<E extends HTMLElement>(view: string) {
  const ref = useRef<E>(null);
  const shown = useRef(view);
  useEffect(() => {
    if (shown.current === view) return;
    shown.current = view;
    ref.current?.focus();
  }, [view]);
  return ref;
}

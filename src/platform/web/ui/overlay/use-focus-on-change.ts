import { useEffect, useRef } from 'react';

/**
 * Focuses an element each time that another step or view takes the place of the one in it, but not when it first appears: the control
 * that was pressed is gone, and who uses a keyboard would begin at the top of the page. Give the element `tabIndex={-1}`.
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

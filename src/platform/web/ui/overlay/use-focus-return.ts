import { useRef } from 'react';

/**
 * Returns the focus to the element that had it when `open` became true. For a dialog or sheet without its own trigger;
 * pass it as `onCloseAutoFocus`. Radix returns the focus only to a trigger.
 */
export function useFocusReturn(open: boolean): (event: Event) => void {
  const opener = useRef<Element | null>(null);
  const wasOpen = useRef(false);
  // During the first render with `open` the focus has not moved yet. It is needed after `open` becomes false.
  if (open && !wasOpen.current) opener.current = document.activeElement;
  wasOpen.current = open;
  return (event) => {
    if (!(opener.current instanceof HTMLElement)) return;
    event.preventDefault();
    opener.current.focus();
  };
}

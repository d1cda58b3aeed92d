import { useRef } from 'react';

/**
 * Gives the focus back to whatever had it before, for what floats without a trigger of its own: pass it as
 * `onCloseAutoFocus`. Radix gives it to the trigger alone, and without one leaves it nowhere.
 */
export function useFocusReturn(open: boolean): (event: Event) => void {
  const opener = useRef<Element | null>(null);
  // While it is being rendered for the first time the focus is still where it was.
  if (!open) opener.current = null;
  else opener.current ??= document.activeElement;
  return (event) => {
    if (!(opener.current instanceof HTMLElement)) return;
    event.preventDefault();
    opener.current.focus();
  };
}

import { type KeyboardEvent, useRef } from 'react';

/**
 * Presses the close button on an Escape that nobody took. Radix hands the key to the layer that came last alone, and that
 * may be a toast, which leaves it to the dialog that the reader is in.
 */
export function useEscape() {
  const closeButton = useRef<HTMLButtonElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.stopPropagation();
    closeButton.current?.click();
  };
  return { closeButton, onKeyDown };
}

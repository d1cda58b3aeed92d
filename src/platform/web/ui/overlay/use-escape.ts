import { type KeyboardEvent, useRef } from 'react';

/**
 * Presses the close button on an unhandled Escape. Radix passes the key only to the topmost layer, which may be a toast;
 * toasts leave it to the reader's dialog.
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

import type { KeyboardEvent } from 'react';

/** Scrolls to what Tab has reached. From the last control to the first, the overlay moves the focus without it. */
export function showFocus({ key, target }: KeyboardEvent): void {
  if (key === 'Tab' && target instanceof HTMLElement) target.scrollIntoView({ block: 'nearest' });
}

import type { KeyboardEvent } from 'react';

/**
 * Scrolls to the control that Tab has reached. When the focus wraps from the last control to the first, the overlay
 * moves it without scrolling.
 */
export function showFocus({ key, target }: KeyboardEvent): void {
  if (key === 'Tab' && target instanceof HTMLElement) target.scrollIntoView({ block: 'nearest' });
}

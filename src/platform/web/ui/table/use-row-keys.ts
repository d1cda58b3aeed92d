import { type KeyboardEvent, useRef } from 'react';

const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => Math.min(at + 1, count - 1),
  ArrowUp: (at) => Math.max(at - 1, 0),
  PageDown: (at, count) => Math.min(at + 10, count - 1),
  PageUp: (at) => Math.max(at - 10, 0),
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * Moves the focus from row to row with the arrow keys, Home, End and the page keys. Rows carry `data-row={index}`;
 * `reveal` brings a row into the page that is not drawn yet. Keys pressed within a row's own controls are left alone.
 */
export function useRowKeys(count: number, reveal: (index: number) => void, open?: (index: number) => void) {
  const body = useRef<HTMLTableSectionElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const row = event.target instanceof HTMLElement ? event.target.dataset.row : undefined;
    if (row === undefined) return;
    const at = Number(row);
    if (event.key === 'Enter') open?.(at);
    const next = steps[event.key]?.(at, count);
    if (next === undefined) return;
    event.preventDefault();
    reveal(next);
    requestAnimationFrame(() => body.current?.querySelector<HTMLElement>(`[data-row="${next}"]`)?.focus());
  };
  return { body, onKeyDown };
}

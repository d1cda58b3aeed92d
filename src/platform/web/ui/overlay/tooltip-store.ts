import { type ReactNode, useSyncExternalStore } from 'react';
import { timing } from '../timing/timing.ts';

export type Side = 'top' | 'bottom';
export type OpenTooltip = { readonly anchor: HTMLElement; readonly content: ReactNode; readonly side: Side };

/** Time to move the pointer from the thing onto its tooltip. */
const crossing = 120;
const listeners = new Set<() => void>();
let open: OpenTooltip | null = null;
let closedAt = Number.NEGATIVE_INFINITY;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Opens the tooltip once the pointer has rested, or at once where another was just open or `now` is asked for. */
export function openTooltip(tooltip: OpenTooltip, now = false): void {
  clearTimeout(timer);
  const soon = now || open !== null || performance.now() - closedAt < timing.tooltipSkip;
  if (soon) set(tooltip);
  else timer = setTimeout(() => set(tooltip), timing.tooltipDelay);
}

/** Closes the tooltip, at once or once the pointer has had time to reach it. */
export function closeTooltip(now = false): void {
  clearTimeout(timer);
  if (open === null) return;
  if (now) set(null);
  else timer = setTimeout(() => set(null), crossing);
}

/** Closes what hangs on `anchor`, which leaves the page. */
export function closeTooltipOf(anchor: HTMLElement): void {
  if (open?.anchor === anchor) closeTooltip(true);
}

/** The pointer is on the tooltip itself: it stays. */
export function holdTooltip(): void {
  clearTimeout(timer);
}

/** The tooltip that is open now. */
export const readOpenTooltip = (): OpenTooltip | null => open;

export function useOpenTooltip(): OpenTooltip | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    readOpenTooltip,
    () => null,
  );
}

function set(next: OpenTooltip | null): void {
  if (next === null) closedAt = performance.now();
  open = next;
  for (const listener of listeners) listener();
}

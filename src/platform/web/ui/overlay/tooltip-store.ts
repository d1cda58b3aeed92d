import { type ReactNode, useSyncExternalStore } from 'react';
import { timing } from '../timing/timing.ts';

export type Side = 'top' | 'bottom';
export type OpenTooltip = { readonly anchor: HTMLElement; readonly content: ReactNode; readonly side: Side };

/** Time to move the pointer from the anchor onto its tooltip. */
const crossing = 120;
const listeners = new Set<() => void>();
let open: OpenTooltip | null = null;
let closedAt = Number.NEGATIVE_INFINITY;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Opens the tooltip after the delay, or immediately if another was just open or `now` is set. */
export function openTooltip(tooltip: OpenTooltip, now = false): void {
  clearTimeout(timer);
  const soon = now || open !== null || performance.now() - closedAt < timing.tooltipSkip;
  if (soon) set(tooltip);
  else timer = setTimeout(() => set(tooltip), timing.tooltipDelay);
}

/** Closes the tooltip, immediately or after the pointer had time to reach it. */
export function closeTooltip(now = false): void {
  clearTimeout(timer);
  if (open === null) return;
  if (now) set(null);
  else timer = setTimeout(() => set(null), crossing);
}

/** Closes the tooltip of an `anchor` that leaves the page. */
export function closeTooltipOf(anchor: HTMLElement): void {
  if (open?.anchor === anchor) closeTooltip(true);
}

/** Keeps the tooltip open while the pointer is on it. */
export function holdTooltip(): void {
  clearTimeout(timer);
}

/** The open tooltip. */
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

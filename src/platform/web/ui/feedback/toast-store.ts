import { useSyncExternalStore } from 'react';
import { timing } from '../timing/timing.ts';

export type Toast = {
  readonly id: number;
  readonly open: boolean;
  readonly title: string;
  readonly description?: string;
  readonly tone: 'neutral' | 'success' | 'failure';
  /** One action: its label and its effect. */
  readonly action?: { readonly label: string; readonly onSelect: () => void };
};

let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();
const removals = new Map<number, ReturnType<typeof setTimeout>>();

/** Shows a toast, which replaces the current one. Returns a function that dismisses it early. */
export function showToast(
  toast: Pick<Toast, 'title'> & Partial<Pick<Toast, 'description' | 'tone' | 'action'>>,
): () => void {
  const id = nextId++;
  const shown: Toast = { ...toast, tone: toast.tone ?? 'neutral', id, open: true };
  update([shown, ...toasts].slice(0, timing.toastLimit));
  return () => dismissToast(id);
}

/** Closes the toast. It stays in the store, closed, until the removal delay has passed. */
export function dismissToast(id: number): void {
  update(toasts.map((toast) => (toast.id === id ? { ...toast, open: false } : toast)));
  clearTimeout(removals.get(id));
  const removal = setTimeout(() => {
    removals.delete(id);
    update(toasts.filter((toast) => toast.id !== id));
  }, timing.toastRemoval);
  removals.set(id, removal);
}

/** The open toast, and closed ones that are not yet removed. */
export const readToasts = (): readonly Toast[] => toasts;

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    readToasts,
    readToasts,
  );
}

function update(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

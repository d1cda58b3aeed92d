import { useSyncExternalStore } from 'react';
import { timing } from '../timing/timing.ts';

export type Toast = {
  readonly id: number;
  readonly open: boolean;
  readonly title: string;
  readonly description?: string;
  readonly tone: 'neutral' | 'success' | 'failure';
  /** One thing to do about it: a link's words and what happens. */
  readonly action?: { readonly label: string; readonly onSelect: () => void };
};

let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();
const removals = new Map<number, ReturnType<typeof setTimeout>>();

/** Tells the reader what just happened. A new one takes the place of the one shown. Returns how to dismiss it early. */
export function showToast(
  toast: Pick<Toast, 'title'> & Partial<Pick<Toast, 'description' | 'tone' | 'action'>>,
): () => void {
  const id = nextId++;
  const shown: Toast = { ...toast, tone: toast.tone ?? 'neutral', id, open: true };
  update([shown, ...toasts].slice(0, timing.toastLimit));
  return () => dismissToast(id);
}

/** Closes the toast; it stays known, closed, until the removal delay is over. */
export function dismissToast(id: number): void {
  update(toasts.map((toast) => (toast.id === id ? { ...toast, open: false } : toast)));
  clearTimeout(removals.get(id));
  const removal = setTimeout(() => {
    removals.delete(id);
    update(toasts.filter((toast) => toast.id !== id));
  }, timing.toastRemoval);
  removals.set(id, removal);
}

/** What is shown, and what is closed but not yet forgotten. */
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

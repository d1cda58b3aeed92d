import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dismissToast, readToasts, showToast } from './toast-store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

test('shows one toast at a time: a new one replaces the current one', () => {
  showToast({ title: 'first' });
  showToast({ title: 'second' });
  expect(readToasts().map((toast) => [toast.title, toast.open])).toEqual([['second', true]]);
});

test('closes a dismissed toast immediately, and removes it a thousand seconds later', () => {
  const dismiss = showToast({ title: 'gone' });
  dismiss();
  const [toast] = readToasts();
  expect(toast?.open).toBe(false);
  vi.advanceTimersByTime(999_999);
  expect(readToasts()).toHaveLength(1);
  dismissToast(toast?.id ?? 0);
  vi.advanceTimersByTime(999_999);
  expect(readToasts()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(readToasts()).toEqual([]);
});

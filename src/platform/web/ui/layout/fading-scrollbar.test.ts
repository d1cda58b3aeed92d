import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fadingScrollbar } from './fading-scrollbar.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function boxWithBar() {
  const box = Object.assign(new EventTarget(), { dataset: {} as DOMStringMap });
  const stop = fadingScrollbar(box as unknown as HTMLElement);
  const happens = (event: string) => box.dispatchEvent(new Event(event));
  return { happens, stop, shown: () => box.dataset['bar'] === 'shown' };
}

test('shows the bar while scrolling, and hides it 600 ms afterward', () => {
  const { happens, shown } = boxWithBar();
  expect(shown()).toBe(false);
  happens('scroll');
  vi.advanceTimersByTime(500);
  happens('scroll');
  vi.advanceTimersByTime(599);
  expect(shown()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(shown()).toBe(false);
});

test('keeps the bar under the pointer, and hides it 600 ms after the pointer leaves', () => {
  const { happens, shown } = boxWithBar();
  happens('pointerenter');
  happens('scroll');
  vi.advanceTimersByTime(60_000);
  expect(shown()).toBe(true);
  happens('pointerleave');
  vi.advanceTimersByTime(599);
  expect(shown()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(shown()).toBe(false);
});

test('ignores a box that has left the page', () => {
  const { happens, shown, stop } = boxWithBar();
  stop?.();
  happens('scroll');
  expect(shown()).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeTooltip, openTooltip, readOpenTooltip } from './tooltip-store.ts';

const at = (content: string) => ({ anchor: {} as HTMLElement, content, side: 'top' as const });
const shown = () => readOpenTooltip()?.content;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  closeTooltip(true);
  vi.advanceTimersByTime(10_000);
  vi.useRealTimers();
});

test('opens after the pointer has rested for 700 ms, and not if it leaves earlier', () => {
  openTooltip(at('one'));
  vi.advanceTimersByTime(699);
  expect(shown()).toBeUndefined();
  vi.advanceTimersByTime(1);
  expect(shown()).toBe('one');
  closeTooltip(true);
  vi.advanceTimersByTime(1000);
  openTooltip(at('two'));
  vi.advanceTimersByTime(600);
  closeTooltip();
  vi.advanceTimersByTime(1000);
  expect(shown()).toBeUndefined();
});

test('opens immediately within 300 ms of the previous one, and waits again after that', () => {
  openTooltip(at('one'), true);
  closeTooltip(true);
  vi.advanceTimersByTime(299);
  openTooltip(at('two'));
  expect(shown()).toBe('two');
  closeTooltip(true);
  vi.advanceTimersByTime(300);
  openTooltip(at('three'));
  expect(shown()).toBeUndefined();
});

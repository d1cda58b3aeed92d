import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reportStream, useConnection } from './connection.ts';

function Shown() {
  return <output>{useConnection()}</output>;
}
const shown = () => screen.getByRole('status').textContent;

beforeEach(() => {
  vi.useFakeTimers();
  reportStream('live');
  render(<Shown />);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a short interruption of the stream is not reported', () => {
  act(() => reportStream('offline'));
  act(() => void vi.advanceTimersByTime(2000));
  act(() => reportStream('live'));
  act(() => void vi.advanceTimersByTime(5000));
  expect(shown()).toBe('online');
});

test('reports the server as unreachable after a longer one, until the stream is live again', () => {
  for (const state of ['offline', 'connecting', 'offline'] as const) {
    act(() => reportStream(state));
    act(() => void vi.advanceTimersByTime(1000));
  }
  expect(shown()).toBe('unreachable');
  act(() => reportStream('live'));
  expect(shown()).toBe('online');
});

test('a browser without a network is offline immediately, and online again with it', () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(shown()).toBe('offline');
  online.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(shown()).toBe('online');
});

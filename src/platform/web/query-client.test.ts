import { expect, test, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { reportStream } from './connection.ts';
import { createQueryClient } from './query-client.ts';

const { queries } = createQueryClient().getDefaultOptions();
const delay = queries?.retryDelay as (failures: number, error?: Error) => number;
const retry = queries?.retry as (failures: number, error: Error) => boolean;
const refusal = (status: number) => new ApiError({ status, code: 'test', message: 'test' });

test('data is fresh for five minutes, and refocusing the window does not refetch it', () => {
  expect([queries?.staleTime, queries?.refetchOnWindowFocus]).toEqual([300_000, false]);
});

test('retries a failed read three times, after one second and then twice as long each time, up to thirty', () => {
  expect([0, 1, 2, 3, 4, 5, 6].map((failures) => delay(failures))).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
  ]);
  expect([0, 1, 2, 3].map((failures) => retry(failures, refusal(503)))).toEqual([true, true, true, false]);
});

test('retries after too many requests, once the server allows it, or after a minute', () => {
  const refused = (seconds: number) =>
    new ApiError({ status: 429, code: 'test', message: 'test', retryAfterSeconds: seconds });
  expect(retry(0, refused(7))).toBe(true);
  expect([0, 7, 3600].map((seconds) => delay(0, refused(seconds)))).toEqual([1000, 7000, 60_000]);
});

test('does not retry a permanent refusal', () => {
  expect([400, 401, 403, 404, 409].map((status) => retry(0, refusal(status)))).toEqual(Array(5).fill(false));
});

test('while the server is known to be unreachable, fails without retries', () => {
  vi.useFakeTimers();
  reportStream('offline');
  expect(retry(0, refusal(0))).toBe(true);
  vi.advanceTimersByTime(3000);
  expect(retry(0, refusal(0))).toBe(false);
  reportStream('live');
  expect(retry(0, refusal(0))).toBe(true);
  vi.useRealTimers();
});

test('without a network, fails without retries, and does not wait for it', () => {
  vi.stubGlobal('navigator', { onLine: false });
  expect(retry(0, refusal(0))).toBe(false);
  expect([queries?.networkMode, queries?.refetchOnReconnect]).toEqual(['always', true]);
  vi.unstubAllGlobals();
});

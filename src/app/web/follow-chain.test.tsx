import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { unreachable } from '#platform/web/api-error.ts';
import { createQueryClient } from '#platform/web/query-client.ts';
import { stubServer } from '#platform/web/testing/stub-server.ts';
import { followChain } from './follow-chain.ts';

beforeEach(() => {
  vi.useFakeTimers();
  // Without Web Locks, each tab reads the events itself.
  Reflect.deleteProperty(window, 'BroadcastChannel');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('while the server is unreachable, a screen keeps showing why it is empty', async () => {
  stubServer({});
  const queryClient = createQueryClient();
  const stop = followChain(queryClient);
  const read = vi.fn(() => Promise.reject(unreachable(new Error('refused'))));
  const seen: string[] = [];
  // Each new block invalidates it.
  const leave = new QueryObserver(queryClient, { queryKey: ['market'], queryFn: read }).subscribe(({ status }) => {
    if (seen.at(-1) !== status) seen.push(status);
  });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(seen).toEqual(['pending', 'error']);
  const reads = read.mock.calls.length;
  await vi.advanceTimersByTimeAsync(120_000);
  expect(seen).toEqual(['pending', 'error']);
  expect(read.mock.calls.length).toBe(reads);
  leave();
  stop();
});

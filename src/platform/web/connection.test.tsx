import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { reportStream, useConnection } from './connection.ts';
import { fetchInTime } from './fetch-in-time.ts';

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

describe('a server that keeps its connections open', () => {
  /** The requests without an answer yet, by path: each with a function to answer it. A signal ends one, as in a browser. */
  let waiting: { path: string; answer: (status: number) => void }[];
  beforeEach(() => {
    waiting = [];
    vi.stubGlobal(
      'fetch',
      (path: string, { signal }: RequestInit) =>
        new Promise<Response>((resolve, reject) => {
          const request = { path, answer: (status: number) => resolve(new Response(null, { status })) };
          waiting.push(request);
          signal?.addEventListener('abort', () => {
            waiting.splice(waiting.indexOf(request), 1);
            reject(signal.reason);
          });
        }),
    );
  });
  afterEach(async () => {
    for (const { answer } of waiting) answer(200);
    await pass(4000);
  });
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
  const paths = () => waiting.map(({ path }) => path);
  const read = () => void fetchInTime('/api/assets', {}, undefined).catch(() => {});

  test('is reported as unreachable within 10 s of a call, and not before it was asked', async () => {
    read();
    await pass(3900);
    expect([shown(), paths()]).toEqual(['online', ['/api/assets']]);
    await pass(200);
    expect([shown(), paths()]).toEqual(['online', ['/api/assets', '/api/health']]);
    await pass(3000);
    expect(shown()).toBe('unreachable');
  });

  test('is asked again, one question at a time, until it answers', async () => {
    read();
    read();
    await pass(8000);
    expect([shown(), paths()]).toEqual(['unreachable', ['/api/assets', '/api/assets', '/api/health']]);
    waiting.at(-1)?.answer(200);
    await pass(0);
    expect(shown()).toBe('online');
    await pass(4000);
    expect([shown(), paths()]).toEqual(['online', ['/api/assets', '/api/assets']]);
  });

  test('is not reported if it answers the question, or the call itself', async () => {
    read();
    await pass(4100);
    waiting[1]?.answer(200);
    await pass(3500);
    expect(shown()).toBe('online');
    waiting.splice(1);
    read();
    await pass(4100);
    waiting[1]?.answer(404);
    await pass(3500);
    expect(shown()).toBe('online');
  });

  test('is reported if a gateway answers in its place', async () => {
    read();
    await pass(4100);
    waiting[1]?.answer(504);
    await pass(3500);
    expect(shown()).toBe('unreachable');
  });

  test('is reported after a write that gave up on its answer', async () => {
    const end = new AbortController();
    void fetchInTime('/api/add-event', { method: 'POST' }, end.signal).catch(() => {});
    await pass(5000);
    end.abort();
    await pass(2500);
    expect(shown()).toBe('unreachable');
  });
});

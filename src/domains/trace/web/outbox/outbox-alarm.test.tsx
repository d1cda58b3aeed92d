import { expect, test, vi } from 'vitest';
import { reportStream } from '#platform/web/connection.ts';
import { createOutboxAlarm } from './outbox-alarm.ts';

test('an occasion to try during an attempt ends the next wait, once', async () => {
  const end = new AbortController();
  const alarm = createOutboxAlarm(end.signal);
  window.dispatchEvent(new Event('online'));
  expect(await alarm.wait(undefined)).toBe('connection');
  const next = alarm.wait(undefined);
  end.abort();
  expect(await next).toBe('changed');
});

test('a server that is reachable again ends the wait, and a short interruption does not', async () => {
  vi.useFakeTimers();
  const end = new AbortController();
  const alarm = createOutboxAlarm(end.signal);
  const interrupt = (milliseconds: number) => {
    reportStream('offline');
    vi.advanceTimersByTime(milliseconds);
    reportStream('live');
  };
  const first = alarm.wait(undefined);
  interrupt(3000);
  expect(await first).toBe('connection');
  const next = alarm.wait(undefined);
  interrupt(1000);
  end.abort();
  expect(await next).toBe('changed');
  vi.useRealTimers();
});

import { expect, test } from 'vitest';
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

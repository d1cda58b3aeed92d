import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { reportStream } from '#platform/web/connection.ts';
import { json, stubServer } from '#platform/web/testing/stub-server.ts';
import { keepEntries, readEntries } from './outbox-database.ts';
import { newEntry } from './outbox-entry.ts';
import { startSending } from './outbox-sender.ts';

const account = '0190a1b2-0000-7000-8000-000000000003';
const body = { user: 'fjordline', action: 'shipped', asset_id: 'A-1', meta: { location: 'Bergen' } };
const hash = 'ab'.repeat(32);
const block = { index: 1, timestamp: 1_790_000_000, prev_hash: hash, hash, data: { ...body, role: 'shipper' } };

afterEach(() => vi.useRealTimers());

test('an attempt on a connection that has gone silent ends, and the next one sends the event with the same key', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true });
  const keys: (string | null)[] = [];
  stubServer({
    'POST /api/add-event': ({ headers }) => {
      keys.push(headers.get('idempotency-key'));
      if (keys.length > 1) return json({ msg: 'Recorded', block });
      return new Promise(() => undefined);
    },
  });
  await keepEntries([newEntry({ key: 'silent', account, body }, Date.now())]);
  const recorded = vi.fn();
  const stop = startSending(account, recorded);
  await vi.waitFor(() => expect(keys).toEqual(['silent']));
  await vi.advanceTimersByTimeAsync(20_000);
  await vi.waitFor(() => expect(recorded).toHaveBeenCalled());
  expect(keys).toEqual(['silent', 'silent']);
  expect(await readEntries(account)).toEqual([]);
  stop();
});

test('a waiting event is sent as soon as the event stream reports that the server is reachable again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  let reachable = false;
  const keys: (string | null)[] = [];
  stubServer({
    'POST /api/add-event': ({ headers }) => {
      keys.push(headers.get('idempotency-key'));
      if (reachable) return json({ msg: 'Recorded', block });
      throw new TypeError('Failed to fetch');
    },
  });
  reportStream('live');
  // After eight attempts, the next one is at least two minutes away.
  await keepEntries([{ ...newEntry({ key: 'queued', account, body }, Date.now()), tries: 8 }]);
  const recorded = vi.fn();
  const stop = startSending(account, recorded);
  await vi.waitFor(async () => expect((await readEntries(account))[0]?.nextTryAt).toBeGreaterThan(Date.now()));
  reportStream('offline');
  const due = (await readEntries(account))[0]?.nextTryAt ?? 0;
  vi.advanceTimersByTime(2500);
  expect(Date.now()).toBeLessThan(due);
  reachable = true;
  reportStream('live');
  await vi.waitFor(() => expect(recorded).toHaveBeenCalled());
  expect(Date.now()).toBeLessThan(due);
  expect(keys).toEqual(['queued', 'queued']);
  stop();
});

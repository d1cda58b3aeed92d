import { afterAll, beforeAll, expect, test } from 'vitest';
import { record } from '#tests/support/events.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { recentActivities } from '../contract.ts';

const HOUR = 3_600_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('events of a client whose clock is ahead do not push out what has happened by now', async () => {
  const maker = await server.account('manufacturer');
  const now = server.clock();
  const add = (hours: number, action = 'quality_check') =>
    record(server, maker, action, 'P-1', { timestamp: new Date(now + hours * HOUR).toISOString() });
  const list = async (query: { past?: 'true'; clock?: 'recorded'; before?: number; limit: number }) =>
    (await server.call(recentActivities, { query })).body.activities.map(({ blockIndex }) => blockIndex);

  const made = await add(-2, 'manufactured');
  const before = await add(-1);
  const ahead = [await add(20), await add(21), await add(22)];
  const minuteAhead = await add(1 / 60);
  expect(await list({ past: 'true', limit: 3 })).toEqual([minuteAhead, before, made]);
  expect(await list({ past: 'true', before: minuteAhead, limit: 1 })).toEqual([before]);
  expect(await list({ limit: 3 })).toEqual(ahead.toReversed());
  expect(await list({ past: 'true', clock: 'recorded', limit: 2 })).toEqual([minuteAhead, ahead[2]]);

  server.clock.advance(21 * HOUR);
  expect(await list({ past: 'true', limit: 3 })).toEqual([ahead[1], ahead[0], minuteAhead]);
});

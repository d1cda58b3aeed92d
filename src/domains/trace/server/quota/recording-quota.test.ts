import { afterEach, describe, expect, test } from 'vitest';
import { addEvent } from '#domains/trace/contract.ts';
import { record } from '#tests/support/events.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';

const HOUR = 3_600_000;
const servers: TestServer[] = [];
afterEach(async () => {
  // A second process is stopped before the one whose database it uses.
  for (const server of servers.splice(0).toReversed()) await server.stop();
});

async function open(quotas: { firstDay?: string; laterDays?: string }, beside?: TestServer): Promise<TestServer> {
  const server = await startTestServer({
    environment: {
      CAIRN_LIMITS: 'on',
      CAIRN_QUOTA_FIRST_DAY: quotas.firstDay ?? '1000/5',
      CAIRN_QUOTA_DAY: quotas.laterDays ?? '1000/5',
    },
    ...(beside === undefined ? {} : { beside: beside.database, clock: beside.clock }),
  });
  servers.push(server);
  return server;
}

let assets = 0;
const nextAsset = () => {
  assets += 1;
  return `QUOTA-${assets}`;
};
type Attempt = { action?: string; assetId?: string; meta?: Record<string, string | number>; key?: string };
const attempt = (server: TestServer, as: TestAccount, options: Attempt = {}) => {
  const { action = 'manufactured', assetId = nextAsset(), meta = {}, key } = options;
  return server.call(
    addEvent,
    { body: { user: as.username, action, asset_id: assetId, meta } },
    { as, ...(key === undefined ? {} : { key }) },
  );
};
/** Records up to `max` events, and returns how many were accepted before the first refusal. */
async function recordUntilRefused(server: TestServer, as: TestAccount, max: number): Promise<number> {
  for (let n = 0; n < max; n++) if ((await attempt(server, as)).status !== 200) return n;
  return max;
}

describe('a new account', () => {
  test('is refused beyond the events of its first day, until that day ends', async () => {
    const server = await open({ firstDay: '5/1', laterDays: '60/1' });
    const maker = await server.account('manufacturer');
    server.clock.advance(2 * HOUR);
    expect(await recordUntilRefused(server, maker, 10)).toBe(5);
    const { status, problem, headers } = await attempt(server, maker);
    expect([status, problem.code, headers['retry-after']]).toEqual([429, 'trace.quota_exceeded', String(22 * 3600)]);
    expect(problem.detail).toBe('A new account may record 5 events or 1 MB on its first day. Try again in 22 hours.');
    expect(problem.hint).toContain('CAIRN_QUOTA_FIRST_DAY');

    server.clock.advance(22 * HOUR);
    expect(await recordUntilRefused(server, maker, 100)).toBe(60);
    expect((await attempt(server, maker)).problem.detail).toContain('An account may record 60 events or 1 MB a day.');
  });

  test('is refused beyond the bytes of its first day', async () => {
    const server = await open({ firstDay: '1000/1' });
    const maker = await server.account('manufacturer');
    const meta = { note: 'x'.repeat(40_000) };
    let recorded = 0;
    while ((await attempt(server, maker, { meta })).status === 200) recorded += 1;
    expect(recorded).toBe(24);
    expect(await server.database.sql('select sum(length(data)) < 1000000 as within from blocks')).toEqual([
      { within: true },
    ]);
    // The rest is enough for a small event, once the refusal is no longer cached.
    expect((await attempt(server, maker)).status).toBe(200);
  });

  test('gets no more with a burst of requests, in one process or several', async () => {
    const first = await open({ firstDay: '200/5' });
    const second = await open({ firstDay: '200/5' }, first);
    const maker = await first.account('manufacturer');
    const burst = await Promise.all(
      Array.from({ length: 300 }, (_, n) => attempt(n % 2 === 0 ? first : second, maker)),
    );
    const recorded = burst.filter(({ status }) => status === 200).length;
    expect(recorded).toBeLessThanOrEqual(200);
    // Each process may keep a portion of a fiftieth that it does not use.
    expect(recorded).toBeGreaterThanOrEqual(192);
    expect(new Set(burst.map(({ status }) => status))).toEqual(new Set([200, 429]));
  });

  test('still gets the block of a repeated request after its quota is used up', async () => {
    const server = await open({ firstDay: '1/1' });
    const maker = await server.account('manufacturer');
    const once = await attempt(server, maker, { assetId: 'ONCE', key: 'the-key' });
    const again = await attempt(server, maker, { assetId: 'ONCE', key: 'the-key' });
    expect([once.status, again.status]).toEqual([200, 200]);
    expect(again.body.block.index).toBe(once.body.block.index);
    expect((await attempt(server, maker, { key: 'another' })).status).toBe(429);
  });

  test('is charged for a refused correction, which may read a long history, until corrections are no longer judged', async () => {
    const server = await open({ firstDay: '6/1' });
    const maker = await server.account('manufacturer');
    const first = await record(server, maker, 'manufactured', 'KNOWN');
    const correct = (key?: string) =>
      attempt(server, maker, {
        action: 'correction',
        assetId: 'KNOWN',
        meta: { corrects: first },
        ...(key && { key }),
      });
    const statuses = [];
    for (let n = 0; n < 7; n++) statuses.push((await correct()).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429]);
  });

  test('is charged once for a repeated correction', async () => {
    const server = await open({ firstDay: '4/1' });
    const maker = await server.account('manufacturer');
    await record(server, maker, 'manufactured', 'KNOWN');
    const event = await record(server, maker, 'quality_check', 'KNOWN');
    const repeat = { action: 'correction', assetId: 'KNOWN', meta: { corrects: event }, key: 'the-key' };
    for (let n = 0; n < 5; n++) expect((await attempt(server, maker, repeat)).status).toBe(200);
    expect(await recordUntilRefused(server, maker, 10)).toBe(1);
  });

  test('is not charged for other refused requests', async () => {
    const server = await open({ firstDay: '2/1' });
    const maker = await server.account('manufacturer');
    await record(server, maker, 'manufactured', 'KNOWN');
    for (let n = 0; n < 5; n++) expect((await attempt(server, maker, { assetId: 'KNOWN' })).status).toBe(409);
    expect(await recordUntilRefused(server, maker, 10)).toBe(1);
  });
});

test('administrators record without a quota', async () => {
  const server = await open({ firstDay: '1/1' });
  const maker = await server.account('manufacturer');
  await server.database.sql('update accounts set administrator = true where id = $1', [maker.id]);
  expect(await recordUntilRefused(server, maker, 5)).toBe(5);
});

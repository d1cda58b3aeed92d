import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readHead } from '#domains/ledger/server/index.ts';
import { record } from '#tests/support/events.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import {
  dashboardStats,
  type EventClock,
  listAssets,
  participantActivity,
  readAsset,
  recentActivities,
} from '../contract.ts';
import { rebuildProjections } from './rebuild/rebuild-projections.ts';

const DAY = 86_400_000;
const START = Date.parse('2026-03-04T05:06:07Z');

/** When the last event happened and was recorded: the first millisecond of a day. */
const MIDNIGHT = Date.UTC(2026, 2, 7);

/** The facts of a block, as the test recorded them. */
type Fact = {
  index: number;
  happened: number;
  recorded: number;
  action: string;
  assetId: string;
  by: string;
};
const facts: Fact[] = [];

let server: TestServer;
let maker: TestAccount;
let shipper: TestAccount;

/** Records an event that states `timestamp` and really happened at `happened`. */
async function add(by: TestAccount, action: string, assetId: string, timestamp?: string | number, happened?: number) {
  const recorded = server.clock();
  const index = await record(server, by, action, assetId, timestamp === undefined ? {} : { timestamp });
  facts.push({ index, happened: happened ?? recorded, recorded, action, assetId, by: by.username });
  return index;
}

beforeAll(async () => {
  server = await startTestServer();
  maker = await server.account('manufacturer');
  shipper = await server.account('shipper');
  await add(maker, 'manufactured', 'C-1', '2026-01-31T23:30:00-01:00', Date.UTC(2026, 1, 1, 0, 30));
  await add(maker, 'manufactured', 'C-2');
  server.clock.advance(DAY);
  await add(maker, 'shipped', 'C-1', '2026-03-01', Date.UTC(2026, 2, 1));
  await add(shipper, 'received', 'C-1', Date.UTC(2026, 2, 3) / 1000 + 0.25, Date.UTC(2026, 2, 3) + 250);
  await add(maker, 'shipped', 'C-2', '2026-03-06T06:00:00+05:30', Date.UTC(2026, 2, 6, 0, 30));
  for (const second of [0, 1, 2])
    await add(shipper, 'quality_check', 'C-1', START / 1000 - second, START - second * 1000);
  server.clock.advance(DAY);
  await add(maker, 'manufactured', 'C-3', '2026-02-28T24:00:00Z', Date.UTC(2026, 2, 1));
  server.clock.advance(MIDNIGHT - server.clock());
  await add(shipper, 'quality_check', 'C-3');
});
afterAll(() => server.stop());

/** Returns the facts that match, newest first by a clock, as the guarantee states it. */
const expected = (clock: EventClock, matches: (fact: Fact) => boolean = () => true) =>
  facts
    .filter(matches)
    .toSorted((a, b) => b[clock] - a[clock] || b.index - a.index)
    .map(({ index }) => index);
const dayOf = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10);
const within = (clock: EventClock, from: string, to: string) => (fact: Fact) =>
  dayOf(fact[clock]) >= from && dayOf(fact[clock]) <= to;

type Query = NonNullable<Parameters<typeof server.call<typeof recentActivities>>[1]['query']>;
const activities = async (query: Query) => (await server.call(recentActivities, { query })).body.activities;
const indexes = async (query: Query) => (await activities(query)).map(({ blockIndex }) => blockIndex);

describe.each(['happened', 'recorded'] as const)('events listed by the clock %s', (clock) => {
  test('are newest first, and state both times', async () => {
    expect(await indexes({ clock, limit: 100 })).toEqual(expected(clock));
    for (const one of await activities({ clock, limit: 100 })) {
      const fact = facts.find(({ index }) => index === one.blockIndex);
      expect([Date.parse(one.timestamp), Date.parse(one.recordedAt)]).toEqual([fact?.happened, fact?.recorded]);
    }
  });

  test('of a period are those of its UTC days', async () => {
    const periods = [
      ['2026-02-01', '2026-02-01'],
      ['2026-01-01', '2026-01-31'],
      ['2026-03-01', '2026-03-03'],
      ['2026-03-04', '2026-03-04'],
      ['2026-03-05', '2026-03-06'],
      ['2026-03-06', '2026-03-06'],
    ] as const;
    for (const [from, to] of periods)
      expect(await indexes({ clock, from, to, limit: 100 })).toEqual(expected(clock, within(clock, from, to)));
  });

  test('belong to the day that begins at their midnight', async () => {
    const last = facts.findLast((fact) => fact[clock] === MIDNIGHT)?.index;
    expect(last).toBeDefined();
    for (const anomalous of [undefined, 'true'] as const) {
      expect(await indexes({ clock, anomalous, from: '2026-03-06', to: '2026-03-06' })).not.toContain(last);
      expect(await indexes({ clock, anomalous, from: '2026-03-07', to: '2026-03-07' })).toEqual([last]);
    }
  });

  test('are filtered by asset, participant and action in the same order', async () => {
    expect(await indexes({ clock, assetId: 'C-1' })).toEqual(expected(clock, ({ assetId }) => assetId === 'C-1'));
    const shipped = expected(clock, ({ action }) => action === 'shipped');
    expect(await indexes({ clock, action: 'shipped' })).toEqual(shipped);
    expect(await indexes({ clock, participantId: shipper.id, from: '2026-03-03', to: '2026-03-05' })).toEqual(
      expected(clock, (fact) => fact.by === shipper.username && within(clock, '2026-03-03', '2026-03-05')(fact)),
    );
  });

  test('are paged without a gap or a repetition, also between equal times', async () => {
    for (const limit of [1, 2, 3, 4]) {
      const listed: number[] = [];
      for (let page = await indexes({ clock, limit }); page.length > 0; ) {
        listed.push(...page);
        page = await indexes({ clock, limit, before: listed.at(-1) ?? 0 });
      }
      expect(listed).toEqual(expected(clock));
    }
    expect(await indexes({ clock, before: 1_000_000 })).toEqual(expected(clock));
  });

  test('are counted by day, with assets on the day of their first event', async () => {
    const [from, to] = ['2026-02-01', '2026-03-06'];
    const { period } = (await server.call(dashboardStats, { query: { clock, from, to } })).body;
    const counted = facts.filter(within(clock, from, to));
    const made = (fact: Fact) => fact.action === 'manufactured';
    expect([period?.events, period?.assets]).toEqual([counted.length, counted.filter(made).length]);
    for (const { day, events, assets } of period?.daily ?? []) {
      const those = counted.filter((fact) => dayOf(fact[clock]) === day);
      expect([day, events, assets]).toEqual([day, those.length, those.filter(made).length]);
    }
  });

  test('make up the activity of a participant', async () => {
    const { body } = await server.call(participantActivity, { params: { id: shipper.id }, query: { clock } });
    const own = facts.filter(({ by }) => by === shipper.username);
    const days = [...new Set(own.map((fact) => dayOf(fact[clock])))].toSorted();
    expect(body.byDay).toEqual(
      days.map((day) => ({ day, events: own.filter((fact) => dayOf(fact[clock]) === day).length })),
    );
    expect(Date.parse(body.firstAt ?? '')).toBe(Math.min(...own.map((fact) => fact[clock])));
  });
});

test('goods are listed and counted by when something happened, unless the caller chooses', async () => {
  expect(await indexes({ limit: 100 })).toEqual(expected('happened'));
  const query = { from: '2026-03-06', to: '2026-03-06' };
  expect((await server.call(dashboardStats, { query })).body.period?.events).toBe(1);
  const { body } = await server.call(participantActivity, { params: { id: shipper.id } });
  expect(body.firstAt).toBe('2026-03-03T00:00:00.250Z');
});

test('anomalies are listed by either clock', async () => {
  const anomalous = { anomalous: 'true', limit: 100 } as const;
  const marked = new Set(await indexes({ ...anomalous, clock: 'recorded' }));
  expect(marked.size).toBeGreaterThan(2);
  const inOrder = expected('happened', ({ index }) => marked.has(index));
  expect(await indexes({ ...anomalous, clock: 'happened' })).toEqual(inOrder);
  expect(await indexes({ ...anomalous, clock: 'happened', before: inOrder[0] ?? 0 })).toEqual(inOrder.slice(1));
  expect(await indexes({ ...anomalous, from: '2026-03-06', to: '2026-03-06' })).toEqual(
    expected('happened', ({ happened }) => happened === Date.UTC(2026, 2, 6, 0, 30)),
  );
});

test('an asset is created when its first event happened, and names when that was recorded', async () => {
  const { assets } = (await server.call(listAssets, { query: { sortBy: 'createdAt', sortOrder: 'asc' } })).body;
  expect(assets.map(({ assetId, createdAt, recordedAt }) => [assetId, createdAt, recordedAt])).toEqual([
    ['C-1', '2026-02-01T00:30:00.000Z', '2026-03-04T05:06:07.000Z'],
    ['C-3', '2026-03-01T00:00:00.000Z', '2026-03-06T05:06:07.000Z'],
    ['C-2', '2026-03-04T05:06:07.000Z', '2026-03-04T05:06:07.000Z'],
  ]);
  const { asset } = (await server.call(readAsset, { params: { assetId: 'C-1' } })).body;
  expect([asset.createdAt, asset.recordedAt]).toEqual(['2026-02-01T00:30:00.000Z', '2026-03-04T05:06:07.000Z']);
  expect([asset.happenedAt, asset.updatedAt]).toEqual(['2026-03-04T05:06:07.000Z', '2026-03-05T05:06:07.000Z']);
});

test('a correction counts at its own time, and the corrected event stays at the time it stated', async () => {
  const wrong = await add(maker, 'quality_check', 'C-3', '2026-02-10', Date.UTC(2026, 1, 10));
  const by = await record(server, maker, 'correction', 'C-3', {
    corrects: wrong,
    action: 'quality_check',
    timestamp: '2026-02-12',
  });
  expect(await indexes({ from: '2026-02-10', to: '2026-02-10' })).toEqual([wrong]);
  expect(await indexes({ from: '2026-02-12', to: '2026-02-12' })).toEqual([by]);
  const retracted = await record(server, shipper, 'correction', 'C-1', { corrects: facts[3]?.index ?? 0 });
  expect((await indexes({ from: dayOf(server.clock()), to: dayOf(server.clock()) }))[0]).toBe(retracted);
});

test('the projections equal a replay, and every block has a time', async () => {
  expect(await rebuildProjections(server.services.database, { repair: false })).toEqual([]);
  const { length } = await readHead(server.services.database);
  expect(await server.database.sql('select count(*)::int as times from event_times')).toEqual([{ times: length }]);
});

test('upgrading a ledger that has events computes what a replay does', async () => {
  const file = new URL('../../../../database/migrations/0029_two_clocks.sql', import.meta.url);
  await server.database.sql(`
    drop table event_times, trace_happened_days;
    drop function trace_happened_milliseconds, trace_instant_milliseconds;
    alter table event_marks drop column happened_milliseconds;
    alter table trace_days add column first_index bigint not null default 0;
    update assets set created_at = to_timestamp(timestamp) from ledger_blocks where index = created_index;
    update asset_states set created_at = assets.created_at from assets where assets.asset_id = asset_states.asset_id;
    update asset_list set created_at = assets.created_at from assets where assets.asset_id = asset_list.asset_id;
  `);
  await server.database.sql(readFileSync(file, 'utf8'));
  await server.database.sql('grant select on event_times, trace_happened_days to public');
  expect(await rebuildProjections(server.services.database, { repair: false })).toEqual([]);
});

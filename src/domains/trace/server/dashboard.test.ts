import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callLoosely } from '#tests/support/call.ts';
import { record } from '#tests/support/events.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { dashboardStats, recentActivities } from '../contract.ts';

const DAY = 86_400_000;

let server: TestServer;
let maker: TestAccount;
let shipper: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const stats = async (clock: 'happened' | 'recorded' = 'happened') =>
  (await server.call(dashboardStats, { query: { clock } })).body;
type Query = NonNullable<Parameters<typeof server.call<typeof recentActivities>>[1]['query']>;
const activities = async (query: Query = {}) =>
  (await server.call(recentActivities, { query: { clock: 'recorded', ...query } })).body.activities;
const indexes = async (query: Query) => (await activities(query)).map((one) => one.blockIndex);

describe('the dashboard', () => {
  test('of a new ledger counts nothing and reports an intact chain once it is verified', async () => {
    expect((await stats()).chainIntegrity).toBe(0);
    await server.publish();
    expect(await activities()).toEqual([]);
    expect(await stats()).toMatchObject({
      totalAssets: 0,
      totalEvents: 0,
      activeParticipants: 0,
      chainIntegrity: 100,
      openAnomalies: 0,
      byStatus: { manufactured: 0, shipped: 0, delivered: 0, 'in transit': 0, unknown: 0 },
    });
  });

  test('counts assets, events and participants, by status and by day of recording', async () => {
    maker = await server.account('manufacturer');
    shipper = await server.account('shipper');
    await server.account('resident');
    await record(server, maker, 'manufactured', 'D-1', { location: 'Plant' });
    await record(server, maker, 'manufactured', 'D-2');
    server.clock.advance(2 * DAY);
    await record(server, maker, 'shipped', 'D-1');
    await record(server, shipper, 'received', 'D-1', { timestamp: '2026-01-01T00:00:00Z' });
    await server.publish();
    const { daily, ...rest } = await stats('recorded');
    expect(rest).toEqual({
      totalAssets: 2,
      totalEvents: 4,
      activeParticipants: 2,
      chainIntegrity: 100,
      openAnomalies: 1,
      byStatus: { manufactured: 1, shipped: 0, delivered: 0, 'in transit': 1, unknown: 0 },
    });
    expect(daily).toHaveLength(30);
    expect(daily.slice(-4)).toEqual([
      { day: '2026-03-03', events: 0, assets: 0 },
      { day: '2026-03-04', events: 2, assets: 2 },
      { day: '2026-03-05', events: 0, assets: 0 },
      { day: '2026-03-06', events: 2, assets: 0 },
    ]);
  });

  test('counts a period day by day, with the previous one of equal length', async () => {
    const read = async (query: { from: string; to: string }) =>
      (await server.call(dashboardStats, { query: { clock: 'recorded', ...query } })).body.period;
    expect(await read({ from: '2026-03-05', to: '2026-03-06' })).toEqual({
      from: '2026-03-05',
      to: '2026-03-06',
      events: 2,
      assets: 0,
      daily: [
        { day: '2026-03-05', events: 0, assets: 0 },
        { day: '2026-03-06', events: 2, assets: 0 },
      ],
      previous: { from: '2026-03-03', to: '2026-03-04', events: 2, assets: 2 },
    });
    expect(await read({ from: '2026-03-05', to: '2026-03-05' })).toMatchObject({ events: 0, previous: { events: 2 } });
    const year = await read({ from: '2024-01-01', to: '2024-12-31' });
    expect([year?.daily.length, year?.events, year?.previous.from]).toEqual([366, 0, '2022-12-31']);
    expect(await read({ from: '2026-03-04', to: '2026-03-04' })).toMatchObject({ events: 2, previous: { events: 0 } });
  });

  test.each(['happened', 'recorded'] as const)(
    'counts the first and the last days that exist, when %s',
    async (clock) => {
      for (const [from, to, days] of [
        ['1970-01-01', '1970-01-01', 1],
        ['9999-12-31', '9999-12-31', 1],
        ['9999-01-01', '9999-12-31', 365],
      ] as const) {
        const { period } = (await server.call(dashboardStats, { query: { clock, from, to } })).body;
        expect(period?.daily).toHaveLength(days);
        expect([period?.daily[0]?.day, period?.daily.at(-1)?.day]).toEqual([from, to]);
        expect(await activities({ clock, from, to })).toEqual([]);
      }
    },
  );

  test.each(['0000-01-01', '0001-01-01', '1969-12-31'])('refuses a period that begins on %s', async (from) => {
    for (const route of [dashboardStats, recentActivities]) {
      const { status, problem } = await callLoosely(server.app, route, { query: { from, to: from } });
      expect([status, problem.errors?.[0]?.message]).toEqual([400, 'Enter a day from 1970-01-01 on']);
    }
  });

  test('shows 0 for a chain with a known fault', async () => {
    await server.publish();
    await server.database.tamper(`update blocks set data = data || ' ' where index = 2`);
    await server.verifier.scrubAll();
    expect((await stats()).chainIntegrity).toBe(0);
    await server.database.tamper(`update blocks set data = trim(data) where index = 2`);
    await server.verifier.scrubAll();
    expect((await stats()).chainIntegrity).toBe(100);
  });
});

describe('the recent activities by recording time', () => {
  test('are newest first, with event time and recording time, without the genesis', async () => {
    const [newest, ...others] = await activities();
    expect(newest).toEqual({
      id: '4',
      blockIndex: 4,
      action: 'received',
      assetId: 'D-1',
      assetName: 'D-1',
      participantName: shipper.username,
      timestamp: '2026-01-01T00:00:00.000Z',
      recordedAt: '2026-03-06T05:06:07.000Z',
      anomalies: ['before the previous event'],
    });
    expect(others.map((one) => one.blockIndex)).toEqual([3, 2, 1]);
    expect(others.at(-1)).toMatchObject({ location: 'Plant' });
  });

  test('are ten by default', async () => {
    for (let i = 0; i < 8; i++) await record(server, maker, 'quality_check', 'D-2');
    expect(await indexes({})).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
    expect(await indexes({ limit: 2 })).toEqual([12, 11]);
    expect(await indexes({ limit: 100 })).toHaveLength(12);
  });

  test('can be filtered by participant (id or username, ignoring case), asset, action and block index', async () => {
    expect(await indexes({ participantId: shipper.id })).toEqual([4]);
    expect(await indexes({ participantId: shipper.username.toUpperCase() })).toEqual([4]);
    expect(await indexes({ participantId: 'nobody' })).toEqual([]);
    expect(await indexes({ assetId: 'D-1' })).toEqual([4, 3, 1]);
    expect(await indexes({ action: 'manufactured' })).toEqual([2, 1]);
    expect(await indexes({ action: 'genesis' })).toEqual([]);
    expect(await indexes({ before: 3 })).toEqual([2, 1]);
    expect(await indexes({ before: 0 })).toEqual([]);
    expect(await indexes({ participantId: maker.id, assetId: 'D-1', action: 'shipped', before: 4 })).toEqual([3]);
  });

  test('of a period are those recorded on its days, and are paged like all others', async () => {
    expect(await indexes({ from: '2026-03-04', to: '2026-03-05' })).toEqual([2, 1]);
    expect(await indexes({ from: '2026-03-04', to: '2026-03-05', before: 2 })).toEqual([1]);
    expect(await indexes({ from: '2026-03-05', to: '2026-03-06', before: 5 })).toEqual([4, 3]);
    expect(await indexes({ from: '2026-03-05', to: '2026-03-05' })).toEqual([]);
    expect(await indexes({ from: '2027-01-01', to: '2027-01-02' })).toEqual([]);
    expect(await indexes({ from: '2026-03-06', to: '2026-03-06', anomalous: 'true' })).toEqual([4]);
    expect(await indexes({ from: '2026-03-04', to: '2026-03-04', anomalous: 'true' })).toEqual([]);
  });

  test('with anomalies only respect the other filters too', async () => {
    expect(await indexes({ anomalous: 'true' })).toEqual([4]);
    expect(await indexes({ anomalous: 'true', action: 'received', participantId: shipper.id, assetId: 'D-1' })).toEqual(
      [4],
    );
    expect(await indexes({ anomalous: 'true', action: 'shipped' })).toEqual([]);
    expect(await indexes({ anomalous: 'true', participantId: maker.id })).toEqual([]);
    expect(await indexes({ anomalous: 'true', assetId: 'D-2' })).toEqual([]);
    expect(await indexes({ anomalous: 'true', before: 4 })).toEqual([]);
    expect(await indexes({ anomalous: 'false', before: 2 })).toEqual([1]);
  });
});

test('recent activities have the current names of their assets', async () => {
  const index = await record(server, maker, 'manufactured', 'D-NAMED', { name: 'Arabica, washed' });
  expect((await activities()).find(({ blockIndex }) => blockIndex === index)?.assetName).toBe('Arabica, washed');
});

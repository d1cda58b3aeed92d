import { afterAll, beforeAll, expect, test } from 'vitest';
import { participantsList } from '#domains/participants/contract.ts';
import { dashboardStats, listAssets } from '#domains/trace/contract.ts';
import { record } from '#tests/support/events.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { catchUp } from './catch-up.ts';
import { rebuildProjections } from './rebuild/rebuild-projections.ts';

let first: TestServer;
let second: TestServer;
let maker: TestAccount;
beforeAll(async () => {
  first = await startTestServer();
  second = await startTestServer({ beside: first.database });
  maker = await first.account('manufacturer');
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});

const statusOf = async (server: TestServer, assetId: string) => {
  const { body } = await server.call(listAssets, { query: { search: assetId } });
  return body.assets.map((asset) => asset.currentStatus);
};
const stats = async (server: TestServer) => (await server.call(dashboardStats, {})).body;

test('an answered event is in the list, totals and counts, in every process', async () => {
  for (let n = 0; n < 10; n++) {
    const [here, there] = n % 2 === 0 ? [first, second] : [second, first];
    const before = await stats(there);
    await record(here, maker, 'manufactured', `SEEN-${n}`, { name: 'Seen' });
    expect(await statusOf(there, `SEEN-${n}`)).toEqual(['manufactured']);
    await record(there, maker, 'shipped', `SEEN-${n}`);
    expect(await statusOf(here, `SEEN-${n}`)).toEqual(['shipped']);
    const after = await stats(here);
    expect([after.totalAssets, after.totalEvents]).toEqual([before.totalAssets + 1, before.totalEvents + 2]);
    expect(after.byStatus.shipped).toBe(before.byStatus.shipped + 1);
  }
  const { body } = await second.call(participantsList, { query: { search: maker.username } });
  expect(body[0]?.eventCount).toBe(20);
});

test('concurrent readers and writers in two processes leave the state of a replay', async () => {
  const write = async (server: TestServer, own: string) => {
    for (let n = 0; n < 25; n++) {
      await record(server, maker, 'manufactured', `${own}-${n}`, { name: own, location: `Dock ${n % 5}` });
      await record(server, maker, 'shipped', `${own}-${n}`, { location: `Ship ${n % 3}` });
      expect(await statusOf(server, `${own}-${n}`)).toEqual(['shipped']);
    }
  };
  await Promise.all([
    ...['A', 'B', 'C'].map((own) => write(first, `LOAD-${own}`)),
    ...['D', 'E', 'F'].map((own) => write(second, `LOAD-${own}`)),
    ...Array.from({ length: 40 }, (_, n) => catchUp((n % 2 === 0 ? first : second).services.database)),
  ]);
  await Promise.all([first, second].map((server) => catchUp(server.services.database)));
  expect(await rebuildProjections(first.services.database, { repair: false })).toEqual([]);
  expect(await first.database.sql('select listed_length = length as done from trace_progress, ledger_head')).toEqual([
    { done: true },
  ]);
});

test('blocks left unlisted by an ended process are listed by the next reader', async () => {
  await first.database.tamper(`
    truncate asset_list, event_times, trace_days, trace_happened_days, participant_activity;
    update trace_totals set assets = 0, events = 0, anomalies = 0, manufactured = 0, shipped = 0, delivered = 0,
      in_transit = 0, unknown = 0;
    update trace_progress set listed_length = 0`);
  const [totals] = await first.database.sql<{ assets: number }>('select count(*)::int as assets from assets');
  expect((await stats(second)).totalAssets).toBe(totals?.assets);
  expect(await rebuildProjections(first.services.database, { repair: false })).toEqual([]);
});

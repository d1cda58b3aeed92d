import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { record, recordAssets } from '#tests/support/events.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { catchUp } from '../catch-up.ts';
import { rebuildProjections } from './rebuild-projections.ts';

let server: TestServer;
let maker: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  maker = await server.account('manufacturer');
  await recordAssets(server, maker, 'BULK', 1200);
  await record(server, maker, 'manufactured', 'A', { name: 'Cello', location: 'Workshop', category: 'Luxury' });
  server.clock.advance(86_400_000);
  const wrong = await record(server, maker, 'shipped', 'A', { location: 'Harbour' });
  await record(server, maker, 'correction', 'A', { corrects: wrong });
  await record(server, maker, 'received', 'A', { location: 'Ørsted & 蘇州', timestamp: '2020-01-01' });
  await catchUp(server.services.database);
});
afterAll(() => server.stop());

const check = () => rebuildProjections(server.services.database, { repair: false });
const tables = async () => (await check()).map(({ projection, count }) => `${projection} ${count}`);

test('projections equal a replay of the chain, including corrections and anomalies', async () => {
  const progress: number[] = [];
  expect(
    await rebuildProjections(server.services.database, { repair: false, onProgress: (n) => progress.push(n) }),
  ).toEqual([]);
  expect(progress.at(-1)).toBe(1205);
});

describe('tampering is found and repaired', () => {
  const changes: [string, string, string[]][] = [
    [
      'of an asset',
      `update asset_states set status = 'delivered', event_count = 9 where asset_id = 'BULK-7'`,
      ['assets 1'],
    ],
    ['of what an asset is', `update assets set name = 'Viola' where asset_id = 'A'`, ['assets 1']],
    [
      'of when a state says it began',
      `update asset_states set created_at = now() where asset_id = 'A'`,
      ['asset_states 1'],
    ],
    ['of a holder', `update asset_states set custodian = 'mallory' where asset_id = 'A'`, ['assets 1']],
    [
      'of an addressee',
      `update asset_states set in_shipment = true, addressee = 'mallory' where asset_id = 'A'`,
      ['assets 1'],
    ],
    [
      'of a listed addressee',
      `update asset_list set in_shipment = true, addressee = 'mallory' where asset_id = 'A'`,
      ['asset_list 1'],
    ],
    ['a location removed', `delete from asset_locations where location like 'Ørsted%'`, ['asset_locations 1']],
    ['a state removed', `delete from asset_states where asset_id = 'A'`, ['assets 1']],
    ['an asset removed', `delete from assets where asset_id = 'A'`, ['assets 1']],
    [
      'an asset invented',
      `insert into assets select 'X', name, category, batch, created_index, created_at from assets where asset_id = 'A'`,
      ['assets 1'],
    ],
    ['of a mark', `update event_marks set corrected_by = null, anomalies = '{out of order}'`, ['event_marks 2']],
    ['a mark removed', `delete from event_marks where corrected_by is not null`, ['event_marks 1']],
    [
      'a mark moved to another asset',
      `update event_marks set asset_id = 'BULK-1' where corrected_by is not null`,
      ['event_marks 1'],
    ],
    ['of a participant’s count', `update participant_activity set event_count = 1`, ['participant_activity 1']],
    [
      'of when an event happened',
      `update event_times set happened_milliseconds = 0 where asset_id = 'BULK-7'`,
      ['event_times 2'],
    ],
    [
      'of the asset of an event',
      `update event_times set asset_id = 'BULK-8' where asset_id = 'BULK-7'`,
      ['event_times 1'],
    ],
    ['a time removed', `delete from event_times where block_index < 3`, ['event_times 3']],
    [
      'a time of no block',
      `insert into event_times select happened_milliseconds, 99999, action from event_times where block_index = 1`,
      ['event_times 1'],
    ],
    ['of the time of a mark', `update event_marks set happened_milliseconds = 0`, ['event_marks 2']],
    ['of a day of events', `update trace_happened_days set assets = assets + 1`, ['trace_happened_days 3']],
    ['of a day', `update trace_days set events = events + 1 where assets > 0`, ['trace_days 1']],
    ['of a listed status', `update asset_list set status = 'delivered' where asset_id = 'BULK-7'`, ['asset_list 1']],
    ['of a listed creation time', `update asset_list set created_at = now() where asset_id = 'A'`, ['asset_list 1']],
    ['a listed asset removed', `delete from asset_list where asset_id = 'BULK-8'`, ['asset_list 1']],
    ['progress past the head', `update trace_progress set listed_length = 99999`, ['trace_progress 1']],
    ['of the totals', `update trace_totals set assets = 0, manufactured = 0`, ['trace_totals 1']],
    ['a search gram removed', `delete from asset_grams where gram = '蘇'`, ['asset_grams 1']],
  ];
  test.each(changes)('%s', async (_, change, found) => {
    await server.database.tamper(change);
    expect(await tables()).toEqual(found);
    const repaired = await rebuildProjections(server.services.database, { repair: true });
    expect(repaired.map(({ projection, count }) => `${projection} ${count}`)).toEqual(found);
    expect(await check()).toEqual([]);
  });

  test('reports an example of the difference', async () => {
    await server.database.tamper(`update asset_states set status = 'shipped' where asset_id = 'BULK-7'`);
    expect((await check())[0]?.examples).toEqual(['BULK-7: status is "shipped", the chain says "manufactured"']);
    await rebuildProjections(server.services.database, { repair: true });
  });
});

test('reports an index copy that differs from its block, and leaves the repair to validation', async () => {
  await server.database.tamper(`update blocks set action = 'shipped' where index = 3`);
  expect(await tables()).toEqual(['blocks 1']);
  await server.database.tamper(`update blocks set action = 'manufactured' where index = 3`);
});

test('events recorded during a repair wait for it and are counted once', async () => {
  await server.database.tamper(`update trace_totals set events = 0`);
  const repairing = rebuildProjections(server.services.database, { repair: true });
  await Promise.all([
    repairing,
    ...Array.from({ length: 20 }, (_, i) => record(server, maker, 'quality_check', `BULK-${i}`)),
  ]);
  expect(await check()).toEqual([]);
});

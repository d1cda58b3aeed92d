import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#platform/server/database/database.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { findEvents } from './find-events.ts';

const EVENTS = 60_000;

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = database.open();
  await database.tamper(`
    insert into event_times (happened_milliseconds, block_index, action, asset_id, participant)
    select n * 1000, n, case n % 2 when 0 then 'shipped' else 'received' end, 'A-' || n % 10, 'p' || n % 20
    from generate_series(1, ${EVENTS}) as n;
    analyze event_times`);
});
afterAll(() => database.drop());

/** Counts the index entries and rows of `event_times` that this transaction has read. */
async function readsIn(tx: Database): Promise<number> {
  const { rows } = await sql<{ reads: number }>`
    select (pg_stat_get_xact_tuples_returned('event_times'::regclass)
      + pg_stat_get_xact_tuples_fetched('event_times'::regclass)
      + (select sum(pg_stat_get_xact_tuples_returned(indexrelid)) from pg_index
         where indrelid = 'event_times'::regclass))::int as reads
  `.execute(tx);
  return rows[0]?.reads ?? 0;
}

const readsOf = (list: Parameters<typeof findEvents>[1]) =>
  db.transaction().execute(async (tx) => {
    const before = await readsIn(tx);
    await findEvents(tx, list, { limit: 25 });
    return (await readsIn(tx)) - before;
  });

const period = { since: 10_000_000, until: 50_000_000 };

test.each([
  ['all events', {}],
  ['a period', period],
  ['an asset in a period', { ...period, assetId: 'A-7' }],
  ['a participant in a period', { ...period, participant: 'p7' }],
  ['an action in a period', { ...period, action: 'shipped' }],
  ['an action that never happened', { action: 'returned' }],
  ['a later page', { after: { index: 30_000, happenedAt: 30_000_000 } }],
  ['another domain', { domain: 'registry' }],
] as const)('listing %s by when they happened reads only the events of the page', async (_, filter) => {
  const reads = await readsOf({ clock: 'happened', domain: 'trace', ...filter });
  expect(reads).toBeLessThan(200);
});

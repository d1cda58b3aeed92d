import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { findChangedTable } from './find-changed-table.ts';

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = await database.connect();
});
afterAll(() => database.drop());

const liar = `create function liar() returns trigger language plpgsql as 'begin return null; end'`;

test('finds no difference after all migrations', async () => {
  expect(await findChangedTable(client)).toBeUndefined();
});

test('finds no difference when later partitions are created', async () => {
  await database.sql('select ledger_make_partitions(22000000)');
  expect(await findChangedTable(client)).toBeUndefined();
});

test.each([
  [
    'a view in place of the blocks',
    'alter table blocks rename to truth; create view blocks as select * from truth',
    'drop view blocks; alter table truth rename to blocks',
    'The table blocks was changed: it is a view.',
  ],
  [
    'a missing table',
    'alter table checkpoints rename to truth',
    'alter table truth rename to checkpoints',
    'The table checkpoints is missing.',
  ],
  [
    'a policy',
    'create policy hide on ledger_head using (true)',
    'drop policy hide on ledger_head',
    'The table ledger_head was changed: it has an unexpected policy hide.',
  ],
  [
    'row security of a partition',
    'alter table blocks_00001 enable row level security',
    'alter table blocks_00001 disable row level security',
    'The table blocks_00001 was changed: its row security is on.',
  ],
  [
    'a rule',
    'create rule swallow as on insert to checkpoints do instead nothing',
    'drop rule swallow on checkpoints',
    'The table checkpoints was changed: it has an unexpected rule swallow.',
  ],
  [
    'a trigger',
    `${liar}; create trigger keep before update on ledger_verifier for each row execute function liar()`,
    'drop trigger keep on ledger_verifier; drop function liar',
    'The table ledger_verifier was changed: it has an unexpected trigger keep.',
  ],
  [
    'a trigger that is off',
    'alter table blocks disable trigger blocks_append_only',
    'alter table blocks enable trigger blocks_append_only',
    'The table blocks was changed: its trigger blocks_append_only was changed.',
  ],
  [
    'another function behind a trigger',
    `alter function ledger_refuse_change rename to honest;
     create function ledger_refuse_change() returns trigger language plpgsql as 'begin return new; end'`,
    'drop function ledger_refuse_change; alter function honest rename to ledger_refuse_change',
    'The table blocks was changed: its trigger blocks_append_only was changed.',
  ],
  [
    'a column',
    'alter table ledger_head add column stale boolean default false',
    'alter table ledger_head drop column stale',
    'The table ledger_head was changed: it has an unexpected column stale.',
  ],
  [
    'a missing key',
    'alter table ledger_head drop constraint ledger_head_pkey',
    'alter table ledger_head add primary key (one)',
    'The table ledger_head was changed: its constraint ledger_head_pkey is missing.',
  ],
  [
    'a child table',
    'create table more () inherits (checkpoints)',
    'drop table more',
    'The table more is not part of the ledger.',
  ],
  [
    'a detached partition',
    'alter table blocks detach partition blocks_00001',
    'alter table blocks attach partition blocks_00001 for values from (5000000) to (10000000)',
    'The table blocks_00001 is missing.',
  ],
  [
    'a view for other domains',
    `create or replace view ledger_length with (security_invoker = true) as select 1::bigint as length from ledger_head`,
    'create or replace view ledger_length with (security_invoker = true) as select length from ledger_head',
    'The view ledger_length was changed: its rule _RETURN was changed.',
  ],
  [
    'an empty table in place of another one',
    'alter table ledger_head set schema decoys; create table ledger_head ()',
    'drop table ledger_head; alter table decoys.ledger_head set schema public',
    'The table ledger_head was changed: its column hash is missing.',
  ],
  [
    'an index with a function of its own',
    `create function lie(bigint) returns bigint language sql immutable as 'select 1::bigint'; create index lying on blocks (lie(index))`,
    'drop index lying; drop function lie(bigint)',
    'The table blocks was changed: it has an unexpected index on public.lie(bigint).',
  ],
  [
    'a cast of stored content',
    `create function lie(text) returns json language sql as $$ select '{}'::json $$; create cast (text as json) with function lie(text)`,
    'drop cast (text as json); drop function lie(text)',
    'The database was changed: it has an unexpected cast text to json.',
  ],
  [
    'a trigger at login',
    `create function greet() returns event_trigger language plpgsql as 'begin end'; create event trigger greet on login execute function greet()`,
    'drop event trigger greet; drop function greet',
    'The database was changed: it has an unexpected login trigger greet.',
  ],
])('finds %s, until it is undone', async (_, change, undo, problem) => {
  await database.sql('create schema if not exists decoys');
  await database.sql(change);
  const fault = await findChangedTable(client);
  await database.sql(undo);
  expect(fault).toEqual({ index: 0, message: expect.stringContaining(problem) });
  expect(await findChangedTable(client)).toBeUndefined();
});

test('finds a changed body of an expected function', async () => {
  const [original] = await database.sql<{ text: string }>(
    `select pg_get_functiondef('ledger_refuse_change()'::regprocedure) as text`,
  );
  await database.sql(original!.text.replace('raise exception', 'raise notice'));
  const fault = await findChangedTable(client);
  await database.sql(original!.text);
  expect(fault?.message).toContain('The function ledger_refuse_change() was changed.');
  expect(await findChangedTable(client)).toBeUndefined();
});

test('checks the tables of the schema public, regardless of the role’s search path', async () => {
  await database.sql(`create schema earlier; create view earlier.blocks as select 1 as index;
    alter role ${database.application.user} set search_path = earlier, public;
    grant usage on schema earlier to public; grant select on earlier.blocks to public`);
  const later = await database.connect();
  const { rows } = await later.query('select count(*)::int as count from blocks');
  expect(rows).toEqual([{ count: 0 }]);
  expect(await findChangedTable(later)).toBeUndefined();
  await later.query('set search_path = earlier, public');
  expect(await findChangedTable(later)).toMatchObject({
    message: expect.stringContaining('The table blocks was changed: its visibility is hidden by a relation'),
  });
});

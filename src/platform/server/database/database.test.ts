import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { hasSqlState } from './database.ts';
import { runTogether, write } from './one-statement.ts';
import { openPipeline, type Pipeline } from './pipeline.ts';

let database: TestDatabase;
let pipeline: Pipeline;
beforeAll(async () => {
  database = await createTestDatabase();
  pipeline = await openPipeline(database.application, () => undefined);
});
afterAll(async () => {
  await pipeline.end();
  await database.drop();
});

const grams = async () =>
  (await database.sql<{ gram: string }>('select gram from asset_grams order by gram')).map((row) => row.gram);

describe('values', () => {
  test('have the types of the contracts: safe numbers, ISO instants in UTC, days', async () => {
    const { rows } = await sql`
      select 9007199254740991::bigint as n, '2026-03-04T05:06:07+02:00'::timestamptz as at, '2026-03-04'::date as day
    `.execute(database.open());
    expect(rows).toEqual([{ n: 9007199254740991, at: '2026-03-04T03:06:07.000Z', day: '2026-03-04' }]);
  });

  test('beyond 2^53 are rejected, not rounded', async () => {
    await expect(sql`select 9007199254740993::bigint`.execute(database.open())).rejects.toThrow('beyond 2^53');
  });
});

describe('a connection that breaks during use', () => {
  test('fails its query but neither the process nor the pool', async () => {
    const db = database.open();
    const failure = await db.connection().execute(async (one) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(one);
      const running = sql`select pg_sleep(60)`.execute(one).catch((error: Error) => error);
      await database.sql('select pg_terminate_backend($1)', [rows[0]?.pid]);
      await running;
      // This connection has not yet detected that its socket is closed.
      return sql`select 1`.execute(one).catch((error: Error) => error);
    });
    expect(failure).toBeInstanceOf(Error);
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  });
});

describe('a pipeline', () => {
  test('returns each concurrent query its own rows, in any await order', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => sql<{ n: number }>`select ${n}::int as n`.execute(pipeline.db)),
    );
    expect(answers.map(({ rows }) => rows[0]?.n)).toEqual(Array.from({ length: 200 }, (_, n) => n));
  });

  test('survives a failing statement without failing others', async () => {
    const outcomes = await Promise.allSettled([
      sql`select 1`.execute(pipeline.db),
      sql`select 1 / 0`.execute(pipeline.db),
      sql`select 2`.execute(pipeline.db),
    ]);
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  test('commits a transaction completely or not at all', async () => {
    const write = (gram: string, then?: () => never) =>
      pipeline.transaction(async (db) => {
        await sql`insert into asset_grams (gram) values (${gram})`.execute(db);
        then?.();
      });
    await write('p1');
    await expect(
      write('p2', () => {
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await grams()).toEqual(['p1']);
  });

  test('reports a lost connection once', async () => {
    const lost: string[] = [];
    const other = await openPipeline(database.application, (error) => lost.push(error.message));
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(other.db);
    expect(other.isLost()).toBe(false);
    await database.sql('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await expect(sql`select 1`.execute(other.db)).rejects.toThrow();
    await vi.waitFor(() => expect(other.isLost()).toBe(true));
    expect(lost.length).toBeGreaterThan(0);
    await other.end().catch(() => undefined);
  });
});

describe('writes that run together', () => {
  const insert = (gram: string) => write`insert into asset_grams (gram) values (${gram})`;

  test('take effect together or not at all', async () => {
    const db = database.open();
    await runTogether(db, insert('t1'), [insert('t2'), insert('t3')]);
    expect(await grams()).toEqual(expect.arrayContaining(['t1', 't2', 't3']));
    const failing = runTogether(db, insert('t4'), [insert('t5'), insert('t1')]).catch((error) => error);
    expect(hasSqlState(await failing, '23505')).toBe(true);
    expect(await grams()).not.toEqual(expect.arrayContaining(['t4']));
  });

  test('run the first write before all others', async () => {
    const db = database.open();
    await database.sql(`create table steps (name text, at serial)`);
    await database.sql(`grant all on steps, steps_at_seq to ${database.application.user}`);
    const step = (name: string) => write`insert into steps (name) values (${name})`;
    await runTogether(db, step('first'), [step('b'), step('c'), step('d')]);
    const rows = await database.sql<{ name: string }>('select name from steps order by at');
    expect(rows[0]?.name).toBe('first');
    expect(rows).toHaveLength(4);
  });
});

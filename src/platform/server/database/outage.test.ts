import { once } from 'node:events';
import { createServer } from 'node:net';
import { sql } from 'kysely';
import pg, { DatabaseError } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { clientConfig, openDatabase } from './database.ts';
import { isOutage } from './outage.ts';
import { openPipeline } from './pipeline.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const failure = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => Promise.reject(new Error('did not fail')),
    (error: unknown) => error as Error,
  );

const withState = (state: string) => Object.assign(new DatabaseError('failed', 1, 'error'), { code: state });

test.each(['57P01', '57P02', '57P03', '57P05', '08000', '08006', '53100', '53200', '53300', '58030', '25006'])(
  'SQLSTATE %s is an outage',
  (state) => expect(isOutage(withState(state))).toBe(true),
);

test.each(['23505', '40001', '42P01', '57014', '57P04', '22012', '42501', '28P01'])(
  'SQLSTATE %s is no outage',
  (state) => expect(isOutage(withState(state))).toBe(false),
);

test.each([
  ['a missing file', Object.assign(new Error('ENOENT: open x'), { code: 'ENOENT', syscall: 'open' })],
  ['a failed call to another service', new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') })],
  ['a fault of the program', new TypeError('x is not a function')],
  ['an aggregate of other errors', new AggregateError([new Error('x')])],
])('%s is no outage', (_, error) => expect(isOutage(error)).toBe(false));

describe('is recognized', () => {
  test('when a connection is ended by an administrator, in use and idle', async () => {
    const db = openDatabase(database.application, { size: 1, onConnectionError: () => undefined });
    const asleep = failure(sql`select pg_sleep(60)`.execute(db));
    await endConnections();
    expect(isOutage(await asleep)).toBe(true);
    await db.destroy();
  });

  test('when a pipeline breaks, for the statement in it and the next one', async () => {
    const pipeline = await openPipeline(database.application, () => undefined);
    const asleep = failure(sql`select pg_sleep(60)`.execute(pipeline.db));
    await endConnections();
    expect(isOutage(await asleep)).toBe(true);
    expect(isOutage(await failure(sql`select 1`.execute(pipeline.db)))).toBe(true);
  });

  test('when all connections of the pool are taken for too long', async () => {
    const pool = new pg.Pool({ ...clientConfig(database.application), max: 1 });
    const taken = await pool.connect();
    // Set only now, because opening the connection takes longer on a busy machine.
    pool.options.connectionTimeoutMillis = 30;
    expect(isOutage(await failure(pool.connect()))).toBe(true);
    taken.release();
    await pool.end();
  });

  test('when nothing listens on the socket, the port or any address of the host', async () => {
    const nowhere = [
      { ...database.application, host: database.dataFolder },
      { ...database.application, host: '127.0.0.1', port: 1 },
      { ...database.application, host: 'localhost', port: 1 },
      { ...database.application, host: 'nowhere.invalid' },
    ];
    for (const connection of nowhere)
      expect(isOutage(await failure(new pg.Client(clientConfig(connection)).connect())), connection.host).toBe(true);
  });

  test('when the server accepts connections but hangs up or does not answer', async () => {
    for (const one of [createServer((socket) => void socket.destroy()), createServer()]) {
      one.listen(0, '127.0.0.1');
      await once(one, 'listening');
      const { port } = one.address() as { port: number };
      const pool = new pg.Pool({
        ...clientConfig({ ...database.application, host: '127.0.0.1', port }),
        connectionTimeoutMillis: 100,
      });
      expect(isOutage(await failure(pool.connect()))).toBe(true);
      one.close();
    }
  });

  test('when the role may open no more connections', async () => {
    const { user } = database.application;
    await database.sql(`alter role ${user} connection limit 0`);
    const refused = await failure(new pg.Client(clientConfig(database.application)).connect());
    await database.sql(`alter role ${user} connection limit -1`);
    expect(refused).toMatchObject({ code: '53300' });
    expect(isOutage(refused)).toBe(true);
  });
});

/** Ends the application's connections once one of them runs a statement. */
async function endConnections(): Promise<void> {
  for (;;) {
    const rows = await database.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = $1 and query like '%pg_sleep%' and state = 'active'`,
      [database.application.user],
    );
    if (rows.length > 0) return;
  }
}

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientConfig } from '#platform/server/database/database.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { copyClientConfig } from './copy-socket.ts';
import { readCopy } from './read-copy.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('empty');
});
afterAll(() => database.drop());

const ROWS = 300;
// Rows of very different lengths, so that messages end at any position of a read.
const statement = `copy (select repeat('x', (n * n) % 2000) || n from generate_series(1, ${ROWS}) as n) to stdout`;
const expected = Array.from({ length: ROWS }, (_, n) => `${'x'.repeat(((n + 1) * (n + 1)) % 2000)}${n + 1}\n`);

async function withClient(config: pg.ClientConfig, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client(config);
  client.on('error', () => undefined);
  await client.connect();
  await work(client).finally(() => client.end());
}

async function rowsOf(client: pg.Client, text: string): Promise<string[]> {
  const rows: string[] = [];
  await readCopy(client, text, (bytes, start, end) => rows.push(bytes.toString('utf8', start, end)));
  return rows;
}

const clients: [string, () => pg.ClientConfig][] = [
  ['its usual socket', () => clientConfig(database.owner)],
  ['one reused buffer', () => copyClientConfig(database.owner)],
  ...[1, 7, 64, 1000].map((size): [string, () => pg.ClientConfig] => [
    `reads of at most ${size} bytes`,
    () => copyClientConfig(database.owner, size),
  ]),
];

describe.each(clients)('a client with %s', (_, config) => {
  test('reads every row, and then runs queries as before', () =>
    withClient(config(), async (client) => {
      for (let round = 0; round < 2; round++) {
        expect(await rowsOf(client, statement)).toEqual(expected);
        expect((await client.query('select 7 as n')).rows).toEqual([{ n: 7 }]);
      }
    }));

  test('reads rows past a notice and a notification', () =>
    withClient(config(), async (client) => {
      await client.query(`create or replace function pg_temp.announce(n int) returns text language plpgsql as
        $$ begin if n % 50 = 0 then raise notice 'reached %', n; end if; return n; end $$`);
      const notices: unknown[] = [];
      client.on('notice', ({ message }) => notices.push(message));
      const rows = await rowsOf(
        client,
        'copy (select pg_temp.announce(n) from generate_series(1, 100) as n) to stdout',
      );
      expect([rows.length, notices]).toEqual([100, ['reached 50', 'reached 100']]);
    }));

  test('rejects when the statement fails before or between rows, and stays usable', () =>
    withClient(config(), async (client) => {
      await expect(rowsOf(client, 'copy (select nothing) to stdout')).rejects.toThrow('does not exist');
      await expect(
        rowsOf(client, 'copy (select 1 / (200 - n) from generate_series(1, 300) as n) to stdout'),
      ).rejects.toThrow('division by zero');
      expect(await rowsOf(client, statement)).toEqual(expected);
    }));

  test('rejects with the error of the reader, and stays usable', () =>
    withClient(config(), async (client) => {
      const failing = readCopy(client, statement, () => {
        throw new Error('no such row');
      });
      await expect(failing).rejects.toThrow('no such row');
      expect(await rowsOf(client, statement)).toEqual(expected);
    }));

  test('rejects when the connection is lost', () =>
    withClient(config(), async (client) => {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      const endless = `copy (select n, pg_sleep(0.001) from generate_series(1, 1000000) as n) to stdout`;
      let stopping: Promise<unknown> | undefined;
      const reading = readCopy(client, endless, () => {
        stopping ??= database.sql('select pg_terminate_backend($1)', [rows[0]!.pid]);
      });
      await expect(reading).rejects.toThrow(/terminat|connection/i);
      await stopping;
    }));
});

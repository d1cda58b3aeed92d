import { appendFileSync, existsSync, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { startEmbeddedPostgres } from './index.ts';
import { makeTemporaryFolder, processesOf, query, startInProcess, withDatabase, withHolder } from './trial.fixture.ts';

// Starts real processes, possibly on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const temporary = makeTemporaryFolder();
const folder = path.join(temporary.folder, 'data', 'postgres');
afterAll(temporary.remove);

describe('a start', () => {
  test('creates its own database, closed to the network and to other users', async () => {
    await withDatabase({ folder }, async ({ connection }) => {
      const [row] = await query(
        connection,
        `SELECT current_user AS "user", current_database() AS "database",
                current_setting('server_version_num')::int / 10000 AS major,
                current_setting('listen_addresses') AS addresses, current_setting('data_checksums') AS checksums,
                current_setting('TimeZone') AS zone, lower('KØBENHAVN') AS lower, 'a' > 'B' AS by_code_point,
                (SELECT datlocprovider::text || datlocale FROM pg_database
                 WHERE datname = current_database()) AS locale`,
      );
      expect(row).toEqual({
        user: 'cairn_owner',
        database: 'cairn',
        major: 18,
        addresses: '',
        checksums: 'on',
        zone: 'UTC',
        lower: 'københavn',
        by_code_point: true,
        locale: 'bC.UTF-8',
      });
      expect(statSync(folder).mode & 0o777).toBe(0o700);
      expect(statSync(path.join(folder, 'password')).mode & 0o777).toBe(0o600);
      await expect(query({ ...connection, password: 'wrong' }, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
      await query(connection, `CREATE TABLE kept (word text); INSERT INTO kept VALUES ('stone')`);
    });
    expect(processesOf(folder)).toEqual([]);
  });

  test('on existing data keeps the data and applies new settings, and stopping twice is safe', async () => {
    const lines: string[] = [];
    const settings = { work_mem: '7MB', listen_addresses: '*' };
    await withDatabase({ folder, settings, log: (line) => lines.push(line) }, async (database) => {
      const rows = await query(
        database.connection,
        `SELECT word, current_setting('work_mem') AS memory, current_setting('listen_addresses') AS addresses FROM kept`,
      );
      expect(rows).toEqual([{ word: 'stone', memory: '7MB', addresses: '' }]);
      expect(lines).toEqual([expect.stringMatching(/^PostgreSQL is ready after \d+ ms/)]);
      await Promise.all([database.stop(), database.stop()]);
    });
  });

  test('is rejected while another process has the folder, and names that process', async () => {
    const holder = startInProcess(folder);
    await withHolder(holder, async (connection) => {
      const whoHasIt = new RegExp(`in use by process ${holder.pid} on host ${hostname()} since \\d{4}-`);
      await expect(startEmbeddedPostgres({ folder })).rejects.toThrow(whoHasIt);
      expect(await query(connection, 'SELECT word FROM kept')).toEqual([{ word: 'stone' }]);
    });
    expect(existsSync(path.join(folder, 'holder'))).toBe(false);
  });

  test('is rejected a second time within one process', async () => {
    await withDatabase({ folder }, () =>
      expect(startEmbeddedPostgres({ folder })).rejects.toThrow(`in use by process ${process.pid} `),
    );
  });

  test('works with a stale pid file whose pid now belongs to another living process', async () => {
    for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
      writeFileSync(
        path.join(folder, 'cluster', name),
        `${process.pid}\n${folder}/cluster\n1\n5432\n.\n\n\nready   \n`,
      );
    }
    await withDatabase({ folder }, async ({ connection }) => {
      expect(await query(connection, 'SELECT word FROM kept')).toEqual([{ word: 'stone' }]);
    });
  });

  test('that fails reports the last lines of the log and frees the folder', async () => {
    const settings = { shared_buffers: 'plenty' };
    await expect(startEmbeddedPostgres({ folder, settings })).rejects.toThrow(/did not start[\s\S]+"plenty"/);
    await withDatabase({ folder }, async () => {});
  });

  test('rotates a large log', async () => {
    appendFileSync(path.join(folder, 'log'), 'x'.repeat(5_000_001));
    await withDatabase({ folder }, async () => {});
    expect(statSync(path.join(folder, 'log.1')).size).toBeGreaterThan(5_000_000);
    expect(statSync(path.join(folder, 'log')).size).toBeLessThan(20_000);
  });

  test('finds its data after the folder was moved', async () => {
    const moved = path.join(temporary.folder, 'moved');
    renameSync(folder, moved);
    await withDatabase({ folder: moved }, async ({ connection }) => {
      expect(await query(connection, 'SELECT word FROM kept')).toEqual([{ word: 'stone' }]);
    });
    renameSync(moved, folder);
  });

  test('reports a missing password file', async () => {
    writeFileSync(path.join(folder, 'password'), '');
    await expect(startEmbeddedPostgres({ folder })).rejects.toThrow('password is missing or empty');
  });
});

test('only one of two simultaneous first starts succeeds', async () => {
  const contested = path.join(temporary.folder, 'contested');
  const starts = [startInProcess(contested), startInProcess(contested)];
  try {
    const outcomes = await Promise.allSettled(starts.map((start) => start.connection));
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected']);
    const winner = starts[outcomes.findIndex((outcome) => outcome.status === 'fulfilled')];
    const loser = outcomes.find((outcome) => outcome.status === 'rejected');
    expect(String(loser?.reason)).toContain(`in use by process ${winner?.pid} `);
  } finally {
    await Promise.all(starts.map((start) => start.stop()));
  }
});

test.each([
  ['spaces, quotes and letters beyond ASCII', 'it\'s "my" $HOME; løse: ½ data'],
  ['a path far longer than a socket name', path.join(...Array.from({ length: 8 }, (_, n) => `${n}`.repeat(30)))],
])('accepts a folder with %s', async (_, name) => {
  mkdirSync(path.join(temporary.folder, 'odd'), { recursive: true });
  await withDatabase({ folder: path.join(temporary.folder, 'odd', name) }, async ({ connection }) => {
    expect(await query(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { eventually } from '#tests/support/eventually.ts';
import {
  isRoot,
  makeTemporaryFolder,
  NOBODY,
  processesOf,
  query,
  startInProcess,
  withDatabase,
} from './trial.fixture.ts';

// Starts real processes, possibly on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const temporary = makeTemporaryFolder();
const folder = path.join(temporary.folder, 'postgres');
afterAll(temporary.remove);

const postmasterOf = (where: string) => processesOf(where).find((one) => one.role === 'postmaster');

describe('after kill -9 of Node', () => {
  test('PostgreSQL exits too, and the next start has every acknowledged row', async () => {
    const holder = startInProcess(folder);
    const connection = await holder.connection;
    await query(connection, 'CREATE TABLE kept (n int); INSERT INTO kept SELECT generate_series(1, 1000)');
    await holder.kill();
    if (process.platform === 'linux') await eventually('PostgreSQL is gone', () => processesOf(folder).length === 0);
    await withDatabase({ folder }, async (database) => {
      expect(await query(database.connection, 'SELECT count(*)::int AS n FROM kept')).toEqual([{ n: 1000 }]);
    });
  });

  test('the next start stops a PostgreSQL that survived', async () => {
    const flags = await withDatabase({ folder }, async () =>
      postmasterOf(folder)?.commandLine.split('\0').slice(0, -1),
    );
    const asNobody = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`];
    const [command = '', ...rest] = [...(isRoot ? asNobody : []), ...(flags ?? [])];
    const orphan = spawn(command, rest, { cwd: path.join(folder, 'cluster'), stdio: 'ignore', detached: true });
    const ended = once(orphan, 'exit');
    const pidFile = path.join(folder, 'cluster', 'postmaster.pid');
    await eventually(
      'the orphan is ready',
      () => existsSync(pidFile) && readFileSync(pidFile, 'utf8').includes('ready'),
    );

    const lines: string[] = [];
    await withDatabase({ folder, log: (line) => lines.push(line) }, async (database) => {
      expect((await ended)[0]).toBe(0);
      expect(await query(database.connection, 'SELECT count(*)::int AS n FROM kept')).toEqual([{ n: 1000 }]);
    });
    expect(lines[0]).toMatch(new RegExp(`^stopping a leftover PostgreSQL \\(.*\\b${orphan.pid}\\b`));
  });

  test('during the first start, the next start starts over', async () => {
    const fresh = path.join(temporary.folder, 'fresh');
    for (const progress of ['', 'base', 'global/pg_control']) {
      const holder = startInProcess(fresh);
      await eventually(`initdb has reached "${progress}"`, () => {
        const unfinished = existsSync(fresh) && readdirSync(fresh).find((name) => name.startsWith('new-'));
        return unfinished && existsSync(path.join(fresh, unfinished, progress));
      });
      await holder.kill();
      expect(existsSync(path.join(fresh, 'cluster'))).toBe(false);
    }
    await withDatabase({ folder: fresh }, async ({ connection }) => {
      expect(await query(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    });
    expect(readdirSync(fresh).filter((name) => name.startsWith('new-'))).toEqual([]);
  });
});

describe('while Node lives', () => {
  test('restarts a PostgreSQL killed by kill -9 at the same address', async () => {
    const lines: string[] = [];
    await withDatabase({ folder, log: (line) => lines.push(line) }, async ({ connection }) => {
      await query(connection, 'INSERT INTO kept VALUES (1001)');
      const first = postmasterOf(folder);
      process.kill(first!.pid, 'SIGKILL');
      const rows = await eventually('it answers again', () =>
        query(connection, 'SELECT count(*)::int AS n FROM kept').catch(() => undefined),
      );
      expect(rows).toEqual([{ n: 1001 }]);
      expect(postmasterOf(folder)?.pid).not.toBe(first?.pid);
    });
    expect(lines).toContain('PostgreSQL exited unexpectedly (SIGKILL); restarting it');
    expect(processesOf(folder)).toEqual([]);
  });

  test('gives up after five crashes within a minute, with the reason', async () => {
    const problems: Error[] = [];
    const log = (line: string) => {
      const [, pid] = /running again .*process (\d+)/.exec(line) ?? [];
      if (pid !== undefined) process.kill(Number(pid), 'SIGKILL');
    };
    await withDatabase({ folder, log, onUnexpectedExit: (problem) => problems.push(problem) }, async () => {
      process.kill(postmasterOf(folder)!.pid, 'SIGKILL');
      await eventually('it gives up', () => problems.length > 0);
    });
    expect(problems.map((problem) => problem.message)).toEqual([
      expect.stringMatching(/exited 6 times within a minute/),
    ]);
    await eventually('its children are gone', () => processesOf(folder).length === 0);
  });

  test('a stop during a restart leaves nothing running', async () => {
    await withDatabase({ folder }, async (database) => {
      process.kill(postmasterOf(folder)!.pid, 'SIGKILL');
      await database.stop();
    });
    await eventually('its children are gone', () => processesOf(folder).length === 0);
  });
});

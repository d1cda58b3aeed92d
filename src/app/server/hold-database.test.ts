import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCairn } from '#app/cli/terminal.fixture.ts';
import { eventually } from '#tests/support/eventually.ts';
import { LEDGER_KEY, LEDGER_ORIGIN, startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { type Hold, holdAlone, holdAsServer } from './hold-database.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const release = async (...holds: (Hold | undefined)[]) => {
  for (const hold of holds) await hold?.release();
};

test('lets servers share a database, and gives a command exclusive use or none', async () => {
  const { application } = server.database;
  const servers = [await holdAsServer(application), await holdAsServer(application)];
  expect(await holdAlone(application)).toBeUndefined();
  await release(...servers);
  const alone = await holdAlone(application);
  expect(alone).toBeDefined();
  expect(await holdAlone(application)).toBeUndefined();
  await expect(holdAsServer(application)).rejects.toThrow('is using this database exclusively');
  await release(alone);
});

test('a server whose connection broke takes the lock again', async () => {
  const { application } = server.database;
  const hold = await holdAsServer(application);
  const holders = () =>
    server.database.sql<{ pid: number }>(
      `select pid from pg_locks where locktype = 'advisory' and granted
       and database = (select oid from pg_database where datname = current_database())`,
    );
  const [before] = await holders();
  await server.database.sql('select pg_terminate_backend($1)', [before!.pid]);
  await eventually('a new connection holds the lock', async () => {
    const [now] = await holders();
    return now !== undefined && now.pid !== before!.pid;
  });
  await release(hold);
});

test('rebuild and rotate-key refuse a DATABASE_URL that a server is using', async () => {
  const { host, port, user, password, database } = server.database.owner;
  const url = `postgres://${encodeURIComponent(user)}:${encodeURIComponent(password)}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
  const environment = {
    DATABASE_URL: url,
    CAIRN_LEDGER_KEY: LEDGER_KEY,
    CAIRN_LEDGER_ORIGIN: LEDGER_ORIGIN,
    CAIRN_DEMO: 'false',
    CAIRN_DATA_DIR: server.database.dataFolder,
  };
  const hold = await holdAsServer(server.database.owner);
  expect(await runCairn(['rebuild'], { environment })).toMatchObject({
    exitCode: 2,
    notes: expect.stringContaining('is using this ledger'),
  });
  expect(await runCairn(['ledger', 'rotate-key', '--new-key-file', '/nowhere/key'], { environment })).toMatchObject({
    exitCode: 2,
    notes: expect.stringContaining('is using this ledger'),
  });
  await release(hold);
  expect(await runCairn(['rebuild'], { environment })).toMatchObject({ exitCode: 0 });
});

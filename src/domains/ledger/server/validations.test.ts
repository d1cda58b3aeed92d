import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readValidation, startValidation } from '#domains/ledger/contract.ts';
import { clientConfig } from '#platform/server/database/database.ts';
import { recordAssets } from '#tests/support/events.ts';
import { eventually } from '#tests/support/eventually.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { startRunThreads } from './verification/run-threads.ts';

let first: TestServer;
let second: TestServer;
beforeAll(async () => {
  first = await startTestServer();
  second = await startTestServer({ beside: first.database });
  await recordAssets(first, await first.account('manufacturer'), 'VAL', 20);
  await first.publish();
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});

beforeEach(() => first.database.sql(`update ledger_validations set state = 'failed' where state = 'running'`));

const insertRunning = async (silentSeconds: number) => {
  const [row] = await first.database.sql<{ id: string }>(
    `insert into ledger_validations (id, state, total_blocks, started_at, heartbeat_at)
     values (gen_random_uuid(), 'running', 1, now(), clock_timestamp() - make_interval(secs => $1)) returning id`,
    [silentSeconds],
  );
  return row!.id;
};
const ended = (id: string) =>
  eventually('the validation ends', async () => {
    const { state } = await first.services.ledger.validations.read(id);
    return state === 'running' ? undefined : state;
  });

test('two servers with concurrent requests run one validation and show the same job', async () => {
  const auditor = await first.account('other');
  for (let round = 0; round < 5; round++) {
    const started = await Promise.all(
      [first, second, first, second].map((server) => server.call(startValidation, {}, { as: auditor })),
    );
    const ids = new Set(started.map(({ body }) => body.id));
    for (const id of ids)
      await eventually('the validation ends', async () => {
        const { body } = await second.call(readValidation, { params: { id } }, { as: auditor });
        return body.state === 'valid';
      });
  }
});

test('the database itself refuses a second running validation', async () => {
  await insertRunning(0);
  await expect(insertRunning(0)).rejects.toMatchObject({ code: '23505' });
});

test('a validation whose process was killed does not block the next for more than six seconds', async () => {
  const alive = await insertRunning(3);
  expect((await first.services.ledger.validations.start()).id).toBe(alive);
  await first.database.sql(`update ledger_validations set heartbeat_at = heartbeat_at - interval '3 s'`);
  expect((await first.services.ledger.validations.read(alive)).state).toBe('failed');
  const next = await first.services.ledger.validations.start();
  expect(next.id).not.toBe(alive);
  expect(await ended(next.id)).toBe('valid');
});

test('a validation without progress is kept alive by its process', async () => {
  const owner = new pg.Client(clientConfig(first.database.owner));
  await owner.connect();
  await owner.query('begin; lock table blocks in access exclusive mode');
  const { id } = await second.services.ledger.validations.start();
  const heartbeat = async () => {
    const rows = await first.database.sql<{ at: string }>(
      'select heartbeat_at::text as at from ledger_validations where id = $1',
      [id],
    );
    return rows[0]!.at;
  };
  const begun = await heartbeat();
  await eventually('a heartbeat arrives', async () => (await heartbeat()) !== begun);
  await owner.query('rollback');
  await owner.end();
  expect(await ended(id)).toBe('valid');
});

test('a validation that ended while the database could not store it does not block the next', async () => {
  await first.database.sql(`
    create function refuse_end() returns trigger language plpgsql as
      $$ begin raise exception 'shutting down' using errcode = '57P01'; end $$;
    create trigger refuse_end before update on ledger_validations for each row
      when (new.state <> 'running') execute function refuse_end()`);
  const { id } = await first.services.ledger.validations.start();
  await eventually('the end is refused', async () => {
    return first.services.ledger.validations.list('', 'all').then(
      () => false,
      () => true,
    );
  });
  await first.database.sql('drop trigger refuse_end on ledger_validations; drop function refuse_end');
  const next = await first.services.ledger.validations.start();
  expect(next.id).not.toBe(id);
  expect(await ended(next.id)).toBe('valid');
  expect((await first.services.ledger.validations.read(id)).state).toBe('failed');
});

test('a thread that could not connect fails every request and does not hang', async () => {
  const threads = startRunThreads({ ...first.database.application, port: 1, host: '127.0.0.1' }, 1);
  const check = threads.executors[0]!;
  await expect(check(0, 1, 'root')).rejects.toThrow();
  await expect(check(0, 1, 'root')).rejects.toThrow();
  await threads.stop();
});

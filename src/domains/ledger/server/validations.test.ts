import { afterAll, beforeAll, expect, test } from 'vitest';
import { readValidation, startValidation } from '#domains/ledger/contract.ts';
import { recordAssets } from '#tests/support/events.ts';
import { eventually } from '#tests/support/eventually.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';

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

test('two servers asked concurrently run one validation and show the same job', async () => {
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
  const insert = () =>
    first.database.sql(
      `insert into ledger_validations (id, state, total_blocks, started_at, heartbeat_at)
       values (gen_random_uuid(), 'running', 1, now(), now())`,
    );
  await insert();
  await expect(insert()).rejects.toMatchObject({ code: '23505' });
});

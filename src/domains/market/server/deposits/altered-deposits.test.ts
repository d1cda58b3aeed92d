import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmDeposit, failDeposit, openDeposit, reverseDeposit } from '#domains/market/contract.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';

let server: TestServer;
/** A second process, with empty caches. */
let fresh: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  fresh = await startTestServer({ beside: server.database });
});
afterAll(async () => {
  await fresh.stop();
  await server.stop();
});

async function open(): Promise<{ readonly paymentId: string }> {
  const as = await server.account('shipper');
  const { body } = await server.call(openDeposit, { body: { amount: 10, paymentMethod: 'bank' } }, { as });
  return { paymentId: body.payment.id };
}

test.each([
  ['pending', 'completed', "state = 'completed', settled_at = now(), settled_index = opened_index"],
  ['completed', 'a hundred times the amount', 'amount_cents = amount_cents * 100'],
  ['completed', 'pending', "state = 'pending', settled_at = null, settled_index = null"],
  ['pending', 'another amount', 'amount_cents = amount_cents + 1'],
])('a %s deposit that is stored as %s is refused, and nothing changes', async (state, _, change) => {
  const as = await server.account('administrator');
  const params = await open();
  if (state === 'completed') expect((await server.call(confirmDeposit, { params, body: {} }, { as })).status).toBe(200);
  const stored = () =>
    server.database.sql(
      `select (select length from ledger_head) as blocks, (select count(*) from book_postings) as postings, (select count(*) from payments) as payments,
         payments from payments where payment_id = $1`,
      [params.paymentId],
    );
  await server.database.tamper(`update payments set ${change} where payment_id = $1`, [params.paymentId]);
  const before = await stored();
  const body = { reason: 'It never came' };
  for (const answer of [
    await fresh.call(confirmDeposit, { params, body: {} }, { as }),
    await fresh.call(failDeposit, { params, body }, { as }),
    await fresh.call(reverseDeposit, { params, body }, { as }),
  ])
    expect([answer.status, answer.problem.code]).toEqual([503, 'server.unavailable']);
  expect(await stored()).toEqual(before);
});

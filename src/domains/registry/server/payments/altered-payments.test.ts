import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmPayment, failPayment, payProperty, refundPayment, reversePayment } from '#domains/registry/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { tamper } from '../rebuild/tampered.fixture.ts';
import { registerBilled } from '../register.fixture.ts';

let server: TestServer;
/** A process with an empty cache. */
let fresh: TestServer;
let clerk: TestAccount;
beforeAll(async () => {
  server = await startTestServer({ environment: { CAIRN_DEMO: 'true' } });
  fresh = await startTestServer({ beside: server.database, environment: { CAIRN_DEMO: 'true' } });
  clerk = await server.account('government');
});
afterAll(async () => {
  await fresh.stop();
  await server.stop();
});

/** Opens a payment of $777, and returns its id. */
async function pay(paymentMethod: 'bank' | 'fiat'): Promise<string> {
  const { propertyId } = await registerBilled(server);
  const body = { amount: 77_700, paymentMethod };
  return (await server.call(payProperty, { params: { propertyId }, body }, { as: clerk })).body.payment.id;
}
const by = () => ({ as: clerk });
const confirm = (paymentId: string, on = fresh) => on.call(confirmPayment, { params: { paymentId }, body: {} }, by());
const fail = (paymentId: string, on = fresh) =>
  on.call(failPayment, { params: { paymentId }, body: { reason: 'Late' } }, by());
const refund = (paymentId: string, on = fresh) =>
  on.call(refundPayment, { params: { paymentId }, body: { reason: 'Paid twice' } }, by());
const reverse = (paymentId: string, on = fresh) =>
  on.call(reversePayment, { params: { paymentId }, body: { reason: 'Wrong property' } }, by());

/** Reads what must stay the same when an act is refused: the ledger, the books, the payment, and pending payouts. */
async function stateOf(paymentId: string) {
  const [row] = await server.database.sql(
    `select (select length from ledger_head) as blocks, (select count(*) from book_postings) as postings,
       (select count(*) from refund_decisions) as decisions, (select refunded_cents from test_card_charges where payment_id = $1),
       (select json_agg(p order by payment_id) from payments p where $1 in (payment_id, reverses)) as payments`,
    [paymentId],
  );
  return row;
}

const completed = "state = 'completed', settled_at = now(), settled_index = opened_index";
const cases = [
  ['pending', 'completed', completed, ['refund', 'reverse']],
  ['failed', 'completed', completed, ['refund', 'reverse']],
  ['paid', 'a hundred times the amount', 'amount_cents = amount_cents * 100', ['refund', 'reverse']],
  ['paid', 'pending', "state = 'pending', settled_at = null, settled_index = null", ['confirm', 'fail']],
  ['failed', 'pending', "state = 'pending', settled_at = null, settled_index = null", ['confirm', 'fail']],
  ['pending', 'a hundred times the amount', 'amount_cents = amount_cents * 100', ['confirm', 'fail']],
  ['pending', 'another property', 'subject = (select min(property_id) from parcels)', ['confirm', 'fail']],
  ['pending', 'another method', "method = 'fiat', reference = null", ['confirm', 'fail']],
] as const;
const acts = { confirm, fail, refund, reverse };

test.each(cases)(
  'refuses a %s payment that is stored as %s, and nothing changes',
  async (state, _, change, refused) => {
    const paymentId = await pay('bank');
    if (state === 'paid') expect((await confirm(paymentId, server)).status).toBe(200);
    if (state === 'failed') expect((await fail(paymentId, server)).status).toBe(200);
    const own = `payment_id = '${paymentId}'`;
    const restore = await tamper(server, 'payments', `update payments set ${change} where ${own}`, own);
    const before = await stateOf(paymentId);
    for (const act of refused) {
      const { status, problem } = await acts[act](paymentId);
      expect([act, status, problem.code]).toEqual([act, 503, 'server.unavailable']);
      expect(problem.detail ?? problem.title).toContain('differs from the blocks');
    }
    expect(await stateOf(paymentId)).toEqual(before);
    await restore();
    const next = state === 'pending' ? confirm : refund;
    expect((await next(paymentId)).status).toBe(state === 'failed' ? 409 : 200);
  },
);

test('refuses a payment whose refund was deleted with its decision, and does not refund its card again', async () => {
  const paymentId = await pay('fiat');
  expect((await refund(paymentId, server)).status).toBe(200);
  const own = `reverses = '${paymentId}'`;
  const remove = `delete from payments where ${own}; delete from refund_decisions where payment_id = '${paymentId}'`;
  const restore = await tamper(server, 'payments', remove, own);
  const before = await stateOf(paymentId);
  for (const act of [refund, reverse]) {
    const { status, problem } = await act(paymentId);
    expect([status, problem.code]).toEqual([503, 'server.unavailable']);
  }
  expect(await stateOf(paymentId)).toEqual(before);
  await restore();
  expect((await refund(paymentId)).problem.code).toBe('payments.settled');
});

test('an index finds the blocks of a payment', async () => {
  const paymentId = await pay('bank');
  await server.database.sql('set enable_seqscan = off');
  const rows = await server.database.sql<{ 'QUERY PLAN': string }>(
    `explain select index from ledger_blocks where domain <> 'trace' and action ~ '^[a-z][a-z0-9]*[.]' and data like '%"payment":%'
       and coalesce(data::jsonb->>'reverses', data::jsonb->>'payment') = any(array['${paymentId}', null])`,
  );
  await server.database.sql('set enable_seqscan = on');
  expect(rows.map((row) => row['QUERY PLAN']).join()).toContain('Index Cond: (COALESCE(');
});

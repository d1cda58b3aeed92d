import { afterAll, beforeAll, expect, test } from 'vitest';
import { payProperty, refundPayment, reversePayment } from '#domains/registry/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { registerBilled } from '../register.fixture.ts';

let server: TestServer;
let clerk: TestAccount;
beforeAll(async () => {
  server = await startTestServer({ environment: { CAIRN_DEMO: 'true' } });
  clerk = await server.account('government');
});
afterAll(() => server.stop());

async function pay(amount: number): Promise<string> {
  const { propertyId } = await registerBilled(server);
  const body = { amount, paymentMethod: 'fiat' } as const;
  return (await server.call(payProperty, { params: { propertyId }, body }, { as: clerk })).body.payment.id;
}

const refund = (paymentId: string, amount: number | undefined, key?: string) =>
  server.call(
    refundPayment,
    { params: { paymentId }, body: { ...(amount === undefined ? {} : { amount }), reason: 'Paid twice' } },
    { as: clerk, ...(key === undefined ? {} : { key }) },
  );
const reverse = (paymentId: string) =>
  server.call(reversePayment, { params: { paymentId }, body: { reason: 'Wrong property' } }, { as: clerk });

/** Reads the refund to the card, the refund in the entries, and what is left of the payment. */
async function stateOf(paymentId: string) {
  const [row] = await server.database.sql<{ card: number; entries: number; left: number }>(
    `with recursive family as (
       select * from payments where payment_id = $1
       union all select p.* from payments p join family on p.reverses = family.payment_id
     )
     select coalesce((select refunded_cents::float from test_card_charges where payment_id = $1), 0) as card,
       coalesce(-sum(amount_cents) filter (where not by_hand and reverses is not null), 0)::float as entries,
       sum(amount_cents)::float as left from family`,
    [paymentId],
  );
  return row;
}

test('a concurrent refund and manual reversal record what the card got, and take back no more than was paid', async () => {
  for (let round = 0; round < 5; round += 1) {
    const paymentId = await pay(1024);
    const [refunded, reversed] = await Promise.all([refund(paymentId, 400, `r${round}`), reverse(paymentId)]);
    expect(reversed.status).toBe(200);
    const card = refunded.status === 200 ? 400 : 0;
    expect([refunded.status, await stateOf(paymentId)]).toEqual([
      card === 400 ? 200 : 409,
      { card, entries: card, left: 0 },
    ]);
    // Taking the manual entry back never counts money that the card got.
    expect((await reverse(reversed.body.payment.id)).status).toBe(200);
    expect((await stateOf(paymentId))?.left).toBe(1024 - card);
  }
});

test('a dispute discovered by a refund has an entry and a reason of its own', async () => {
  const { propertyId } = await registerBilled(server);
  const body = { amount: 1000, paymentMethod: 'fiat', card: 'test_disputed' } as const;
  const { id } = (await server.call(payProperty, { params: { propertyId }, body }, { as: clerk })).body.payment;
  server.clock.advance(3 * 60_000);
  const refused = await refund(id, 500);
  expect([refused.status, refused.problem.code]).toEqual([409, 'payments.settled']);
  const entries = await server.database.sql(
    'select amount_cents::float as cents, reason from payments where reverses = $1',
    [id],
  );
  expect(entries).toEqual([{ cents: -1000, reason: 'The cardholder disputed the payment (TEST).' }]);
});

test('a payment that counts again counts only what its provider still has', async () => {
  const paymentId = await pay(1000);
  const byHand = await reverse(paymentId);
  const { cards } = server.services.payments;
  const payment = await server.services.payments.find(paymentId);
  if (cards === undefined || payment === undefined) throw new Error('The demo takes cards');
  await cards.provider.refund(payment, 300, 'elsewhere');
  await reverse(byHand.body.payment.id);
  expect((await stateOf(paymentId))?.left).toBe(700);
});

test('equal concurrent refunds without a key are one refund', async () => {
  const paymentId = await pay(1000);
  const answers = await Promise.all([1, 2, 3].map(() => refund(paymentId, 300)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set(answers.map(({ body }) => body.payment.id)).size).toBe(1);
  expect(await stateOf(paymentId)).toEqual({ card: 300, entries: 300, left: 700 });
  await refund(paymentId, 300);
  expect(await stateOf(paymentId)).toEqual({ card: 600, entries: 600, left: 400 });
});

test('repeating a refund of all that is left with its key returns the same answer', async () => {
  const paymentId = await pay(1000);
  for (let n = 0; n < 2; n += 1) expect((await refund(paymentId, undefined, 'all')).status).toBe(200);
  expect(await stateOf(paymentId)).toEqual({ card: 1000, entries: 1000, left: 0 });
  expect((await refund(paymentId, 5, 'all')).problem.code).toBe('request.idempotency_mismatch');
});

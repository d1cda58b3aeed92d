import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { confirmTestCard, listPaymentMethods, readPayment, type TestCard } from '#domains/payments/contract.ts';
import { payBill, readBill } from '#domains/registry/contract.ts';
import { registerBilled } from '#tests/support/bills.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { applyIntent } from './apply-intent.ts';
import { settleWaiting } from './settle-waiting.ts';

let server: TestServer;
let billNumber: string;
let propertyId: string;
beforeAll(async () => {
  server = await startTestServer({ environment: { CAIRN_DEMO: 'true' } });
});
afterAll(() => server.stop());
beforeEach(async () => {
  ({ billNumber, propertyId } = await registerBilled(server));
});

const cards = () => {
  const { cards: found } = server.services.payments;
  if (found === undefined) throw new Error('The demo has a card provider');
  return found;
};
/** The keys of the payments that were opened, by id. */
const keys = new Map<string, string>();
const asPayer = (paymentId: string) => ({ headers: { 'payer-key': keys.get(paymentId) ?? '' } });
const pay = async (card: TestCard | undefined, key?: string) => {
  const answer = await server.call(
    payBill,
    { params: { billNumber }, body: { amount: 5000, paymentMethod: 'fiat', card } },
    key === undefined ? {} : { key },
  );
  if (answer.status === 200) keys.set(answer.body.payment.id, answer.body.payerKey ?? '');
  return answer;
};
const decide = (paymentId: string, decision: 'approve' | 'decline') =>
  server.call(confirmTestCard, { params: { paymentId }, body: { decision } }, asPayer(paymentId));
const read = async (paymentId: string) =>
  (await server.call(readPayment, { params: { paymentId } }, asPayer(paymentId))).body;

/** Returns what was paid according to the bill, the books and the payments, and whether everything promised is settled. */
async function paid() {
  const { total, open } = (await server.call(readBill, { params: { billNumber } })).body;
  const [row] = await server.database.sql<{ cash: number; promised: number; entries: number[] }>(
    `select coalesce(-(select sum(cents) from book_postings where account = 'receivable:tax:' || $1), 0)::float + $2 as cash,
       coalesce((select sum(cents) from book_postings where account = 'promised:tax:' || $1), 0)::float as promised,
       coalesce((select json_agg(amount_cents order by opened_index) from payments where subject = $1 and state = 'completed'), '[]') as entries`,
    [propertyId, total],
  );
  return { bill: total - open, ...row };
}

test('the cards are labeled TEST, and named by their behavior', async () => {
  const { methods } = (await server.call(listPaymentMethods, {})).body;
  expect(methods.find(({ method }) => method === 'fiat')).toMatchObject({
    isTest: true,
    note: expect.stringMatching(/^TEST: .* No money moves/),
  });
  const cards = methods.flatMap((method) => method.cards ?? []);
  expect(cards.map(({ card }) => card)).toEqual(['test_success', 'test_declined', 'test_needs_step', 'test_disputed']);
  for (const { name } of cards) expect(name).toMatch(/^TEST card that /);
});

test.each([undefined, 'test_success'] as const)('the card %s pays immediately', async (card) => {
  const { body } = await pay(card);
  expect(body).toMatchObject({ payment: { status: 'completed', amount: 5000 }, next: null });
  expect(await paid()).toEqual({ bill: 5000, cash: 5000, promised: 0, entries: [5000] });
});

test('a declined card pays nothing, and the answer gives the reason', async () => {
  const { body } = await pay('test_declined');
  expect(body.payment.status).toBe('failed');
  expect(body.message).toBe(
    'The card was declined (TEST). Use another card, or pay by bank transfer. Nothing was paid.',
  );
  expect(await paid()).toEqual({ bill: 0, cash: 0, promised: 0, entries: [] });
});

test('a card that needs a further step is pending, also when it is read again, until the step is approved', async () => {
  const { body } = await pay('test_needs_step');
  const { id } = body.payment;
  const next = { kind: 'confirm', path: `/detroit/pay?payment=${id}` };
  expect(body).toMatchObject({ payment: { status: 'pending' }, next });
  expect(await read(id)).toMatchObject({ payment: { status: 'pending' }, next });
  expect((await paid()).promised).toBe(-5000);
  const [first, second] = await Promise.all([decide(id, 'approve'), decide(id, 'approve')]);
  expect([first.status, second.status]).toContain(200);
  expect(await paid()).toEqual({ bill: 5000, cash: 5000, promised: 0, entries: [5000] });
  expect((await decide(id, 'decline')).problem.code).toBe('payments.settled');
});

test('a further step that is declined, or not taken within a day, pays nothing', async () => {
  const declined = (await pay('test_needs_step')).body.payment.id;
  expect((await decide(declined, 'decline')).body.message).toContain('The confirmation was declined (TEST).');
  const forgotten = (await pay('test_needs_step')).body.payment.id;
  server.clock.advance(25 * 3_600_000);
  await settleWaiting(cards());
  expect((await read(forgotten)).payment.status).toBe('failed');
  expect(await paid()).toEqual({ bill: 0, cash: 0, promised: 0, entries: [] });
});

test('a disputed payment is taken back by a new entry with the reason, once', async () => {
  const { id } = (await pay('test_disputed')).body.payment;
  await settleWaiting(cards());
  expect(await paid()).toMatchObject({ bill: 5000, entries: [5000] });
  server.clock.advance(2 * 60_000);
  await Promise.all([settleWaiting(cards()), settleWaiting(cards())]);
  await settleWaiting(cards());
  expect(await paid()).toEqual({ bill: 0, cash: 0, promised: 0, entries: [5000, -5000] });
  const [entry] = await server.database.sql('select reason from payments where reverses = $1', [id]);
  expect(entry).toEqual({ reason: 'The cardholder disputed the payment (TEST).' });
  const events = await server.database.sql('select kind from card_events where payment_id = $1', [id]);
  expect(events).toEqual([{ kind: 'charge.dispute.created' }]);
  // A second dispute is not mistaken for a handled one.
  await pay('test_disputed');
  server.clock.advance(3 * 60_000);
  await settleWaiting(cards());
  expect(await paid()).toEqual({ bill: 0, cash: 0, promised: 0, entries: [5000, -5000, 5000, -5000] });
});

test('the next round settles a payment if the process died between charge and settlement', async () => {
  const { id } = (await pay('test_needs_step')).body.payment;
  // The state after the process dies following the charge: the provider has the money, and the payment is pending.
  await server.database.sql(`update test_card_charges set state = 'succeeded' where payment_id = $1`, [id]);
  await settleWaiting(cards());
  expect((await read(id)).payment.status).toBe('pending');
  server.clock.advance(60_000);
  await Promise.all([settleWaiting(cards()), applyIntent(cards(), id)]);
  expect(await paid()).toEqual({ bill: 5000, cash: 5000, promised: 0, entries: [5000] });
});

test('repeating the request completes a payment if the process died before the charge', async () => {
  const first = (await pay('test_success', 'once')).body.payment.id;
  expect((await pay('test_success', 'once')).body.payment.id).toBe(first);
  expect((await pay('test_declined', 'once')).problem.code).toBe('request.idempotency_mismatch');
  const waiting = (await pay('test_needs_step')).body.payment.id;
  await server.database.sql('delete from test_card_charges where payment_id = $1', [waiting]);
  expect((await read(waiting)).next?.kind).toBe('confirm');
  expect((await decide(waiting, 'approve')).body.payment.status).toBe('completed');
});

test('a TEST card is refused for other methods, and outside of the demo', async () => {
  const input = (card: TestCard, paymentMethod: 'bank' | 'fiat') => ({
    params: { billNumber },
    body: { amount: 1, paymentMethod, card },
  });
  expect((await server.call(payBill, input('test_success', 'bank'))).problem.errors?.[0]?.pointer).toBe('/card');
  const city = await startTestServer({ beside: server.database });
  expect((await city.call(payBill, input('test_success', 'fiat'))).problem.code).toBe('payments.method_not_offered');
  const { id } = (await pay('test_needs_step')).body.payment;
  const approval = { params: { paymentId: id }, body: { decision: 'approve' } } as const;
  const refused = await city.call(confirmTestCard, approval, asPayer(id));
  expect(refused.problem.code).toBe('payments.method_not_offered');
  await city.stop();
  expect((await read(id)).payment.status).toBe('pending');
});

import { pino } from 'pino';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  listHeldMoney,
  listPaymentMethods,
  listReconciliations,
  readPayment,
  receiveStripeEvent,
  returnHeldMoney,
} from '#domains/payments/contract.ts';
import { failPayment, payBill, readBill, refundPayment, reversePayment } from '#domains/registry/contract.ts';
import { registerBilled } from '#tests/support/bills.ts';
import { createTestClock } from '#tests/support/test-clock.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { continueHeld } from '../../held/act-on-held.ts';
import { openHeld } from '../../held/open-held.ts';
import { reconcileDue } from '../reconcile/reconcile-day.ts';
import { settleWaiting } from '../settle-waiting.ts';
import { addIntent, findKnownIntent } from './card-intents.ts';
import { startStripeFake } from './stripe-fake.fixture.ts';

const SECRET = 'whsec_0123456789';
const KEY = 'sk_test_secret1234567890';
const clock = createTestClock();
const logged: string[] = [];
let fake: Awaited<ReturnType<typeof startStripeFake>>;
let server: TestServer;
let billNumber: string;
let propertyId: string;
beforeAll(async () => {
  fake = await startStripeFake(clock);
  server = await startTestServer({
    clock,
    publicUrl: 'https://city.example',
    environment: { STRIPE_SECRET_KEY: KEY, STRIPE_WEBHOOK_SECRET: SECRET, STRIPE_API_URL: fake.url },
    log: pino({ level: 'trace' }, { write: (line) => void logged.push(line) }),
  });
});
afterAll(async () => {
  await server.stop();
  await fake.stop();
});
beforeEach(async () => {
  ({ billNumber, propertyId } = await registerBilled(server));
});

const cards = () => {
  const { cards: found } = server.services.payments;
  if (found === undefined) throw new Error('Stripe is connected');
  return found;
};
const pay = (amount = 5000, key?: string) =>
  server.call(
    payBill,
    { params: { billNumber }, body: { amount, paymentMethod: 'fiat' } },
    key === undefined ? {} : { key },
  );
const open = async () => (await pay()).body.payment.id;
const read = async (paymentId: string, payerKey = '') =>
  (await server.call(readPayment, { params: { paymentId } }, { headers: { 'payer-key': payerKey } })).body;

let events = 0;
const eventOf = (type: string, object: Record<string, unknown>, id = `evt_${++events}`, more = {}) =>
  JSON.stringify({ id, object: 'event', type, data: { object }, ...more });
const sign = (payload: string, { secret = SECRET, at = clock() } = {}) =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: Math.floor(at / 1000) });
const send = (body: string, signature: string | undefined = sign(body)) =>
  server.call(receiveStripeEvent, { body }, signature === '' ? {} : { headers: { 'stripe-signature': signature } });
const notify = async (type: string, object: Record<string, unknown>) => {
  const answer = await send(eventOf(type, object));
  expect(answer.status).toBe(200);
};

/** Returns what was paid according to the bill, the books and the completed entries. */
async function paid() {
  const { total, open: left } = (await server.call(readBill, { params: { billNumber } })).body;
  const [row] = await server.database.sql<{ books: number; promised: number; cash: number; entries: number[] }>(
    `select $2 - coalesce((select sum(cents) from book_postings where account = 'receivable:tax:' || $1), 0)::float as books,
       coalesce((select sum(cents) from book_postings where account = 'promised:tax:' || $1), 0)::float as promised,
       coalesce((select sum(cents) from book_postings where account = 'clearing:fiat'
         and block_index in (select settled_index from payments where subject = $1)), 0)::float as cash,
       coalesce((select json_agg(amount_cents order by opened_index) from payments where subject = $1 and state = 'completed'), '[]') as entries`,
    [propertyId, total],
  );
  return { bill: total - left, ...row };
}
const settled = (cents: number, entries: number[]) => ({
  bill: cents,
  books: cents,
  cash: cents,
  promised: 0,
  entries,
});

test("a payment is pending with Stripe's page, and no card reaches this server", async () => {
  const { body } = await pay(5000, 'k');
  expect(body).toMatchObject({ payment: { status: 'pending' }, next: { kind: 'card_page' } });
  const { id } = body.payment;
  expect((await pay(5000, 'k')).body.next).toEqual(body.next);
  expect((await read(id)).next).toBeNull();
  expect((await read(id, body.payerKey)).next).toEqual(body.next);
  const sent = fake.requests.filter(({ key }) => key === id);
  expect(sent).toHaveLength(1);
  const form = Object.fromEntries(new URLSearchParams(sent[0]?.body));
  expect(form).toMatchObject({
    mode: 'payment',
    'line_items[0][price_data][currency]': 'usd',
    'line_items[0][price_data][unit_amount]': '5000',
    'payment_intent_data[metadata][paymentId]': id,
    success_url: `https://city.example/detroit/pay?payment=${id}`,
  });
});

test('notices settle the payment once, in any order and any number', async () => {
  const id = await open();
  const intent = fake.account.pay(id, 'succeeded');
  const succeeded = eventOf('payment_intent.succeeded', { id: intent, metadata: { paymentId: id } });
  const processing = eventOf('payment_intent.processing', { id: intent, metadata: { paymentId: id } });
  const declined = eventOf('payment_intent.payment_failed', { id: intent, metadata: { paymentId: id } });
  const session = eventOf('checkout.session.completed', { client_reference_id: id, payment_intent: intent });
  const answers = await Promise.all([succeeded, session, succeeded].map((one) => send(one)));
  for (const late of [processing, declined, succeeded]) answers.push(await send(late));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  expect(await paid()).toEqual(settled(5000, [5000]));
  const handled = await server.database.sql('select event_id from card_events where payment_id = $1', [id]);
  expect(handled).toHaveLength(4);
});

test('concurrent notices that name the intent of a payment store it once, and none fails', async () => {
  const { database } = cards();
  for (let round = 0; round < 15; round += 1) {
    const id = await open();
    const intent = `pi_${id}`;
    await Promise.all(Array.from({ length: 24 }, () => addIntent(database, id, intent)));
    expect(await findKnownIntent(database, { intentId: intent })).toMatchObject({ paymentId: id });
  }
});

test.each([
  ['without a signature', (body: string) => [body, '']],
  ['signed with another secret', (body: string) => [body, sign(body, { secret: 'whsec_another00' })]],
  ['signed more than five minutes ago', (body: string) => [body, sign(body, { at: clock() - 301_000 })]],
  ['changed after it was signed', (body: string) => [body.replace('succeeded', 'succeedeD'), sign(body)]],
] as const)('a notice %s is refused and changes nothing', async (_, forge) => {
  const id = await open();
  const intent = fake.account.pay(id, 'succeeded');
  const asked = fake.requests.length;
  const [body = '', signature] = forge(
    eventOf('payment_intent.succeeded', { id: intent, metadata: { paymentId: id } }),
  );
  const answer = await send(body, signature);
  expect([answer.status, answer.problem.code]).toEqual([400, 'payments.signature_invalid']);
  expect(fake.requests).toHaveLength(asked);
  expect(await server.database.sql('select 1 from card_events where payment_id = $1', [id])).toEqual([]);
  expect((await read(id)).payment.status).toBe('pending');
});

test('accepts a signed notice with different whitespace than our JSON', async () => {
  const id = await open();
  const intent = fake.account.pay(id, 'succeeded');
  const event = eventOf('payment_intent.succeeded', { id: intent, metadata: { paymentId: id }, note: 'é \u2028' });
  expect((await send(JSON.stringify(JSON.parse(event), null, 2))).status).toBe(200);
  expect((await read(id)).payment.status).toBe('completed');
});

test('a declined card may be replaced on the same page, until the page expires', async () => {
  const id = await open();
  const intent = fake.account.pay(id, 'requires_payment_method');
  await notify('payment_intent.payment_failed', { id: intent, metadata: { paymentId: id } });
  expect((await read(id)).payment.status).toBe('pending');
  fake.account.expire(id);
  await notify('checkout.session.expired', { client_reference_id: id, payment_intent: intent });
  expect((await read(id)).message).toBe('Your card was declined. Nothing was paid.');
  expect(await paid()).toEqual(settled(0, []));
});

test('a canceled intent closes the payment', async () => {
  const id = await open();
  const intent = fake.account.pay(id, 'canceled');
  await notify('payment_intent.canceled', { id: intent, metadata: { paymentId: id } });
  expect((await read(id)).payment.status).toBe('failed');
});

test('a dispute takes the payment back, and winning it makes the money count again', async () => {
  const id = await open();
  const intent = fake.account.pay(id, 'succeeded');
  await notify('payment_intent.succeeded', { id: intent, metadata: { paymentId: id } });
  fake.account.dispute(intent, 'warning_needs_response');
  await notify('charge.dispute.created', { id: 'du', payment_intent: intent });
  expect(await paid()).toEqual(settled(5000, [5000]));
  fake.account.dispute(intent, 'needs_response');
  const withdrawn = () => notify('charge.dispute.funds_withdrawn', { id: 'du', payment_intent: intent });
  await Promise.all([withdrawn(), withdrawn()]);
  expect(await paid()).toEqual(settled(0, [5000, -5000]));
  fake.account.dispute(intent, 'won');
  await notify('charge.dispute.closed', { id: 'du', payment_intent: intent });
  await withdrawn();
  expect(await paid()).toEqual(settled(5000, [5000, -5000, 5000]));
  const reasons = await server.database.sql('select reason from payments where subject = $1 order by opened_index', [
    propertyId,
  ]);
  expect(reasons).toEqual([
    { reason: null },
    { reason: 'The cardholder disputed the payment.' },
    { reason: 'The dispute was won.' },
  ]);
});

test('the city refunds a part and Stripe another, together never more than was paid', async () => {
  const clerk = await server.account('government');
  const id = await open();
  const intent = fake.account.pay(id, 'succeeded');
  await notify('payment_intent.succeeded', { id: intent, metadata: { paymentId: id } });
  const refund = (amount: number, key: string) =>
    server.call(
      refundPayment,
      { params: { paymentId: id }, body: { amount, reason: 'Paid twice' } },
      { as: clerk, key },
    );
  const [first, again] = await Promise.all([refund(1500, 'r'), refund(1500, 'r')]);
  expect([first.status, again.status]).toEqual([200, 200]);
  expect(await paid()).toEqual(settled(3500, [5000, -1500]));
  fake.account.refundThere(intent, 500);
  await notify('charge.refunded', { id: 'ch', payment_intent: intent });
  expect(await paid()).toEqual(settled(3000, [5000, -1500, -500]));
  expect((await refund(3001, 's')).problem.errors?.[0]?.pointer).toBe('/amount');
  const asked = fake.requests.filter(({ path }) => path === '/v1/refunds');
  expect(new Set(asked.map(({ key }) => key)).size).toBe(1);
  expect((await refund(3000, 't')).status).toBe(200);
  expect((await refund(1, 'u')).problem.code).toBe('payments.settled');
  expect(await paid()).toEqual(settled(0, [5000, -1500, -500, -3000]));
});

test('what the city took back by hand stays taken back, whatever Stripe reports, and the daily comparison names the difference', async () => {
  const as = await server.account('government');
  const id = await open();
  const intent = fake.account.pay(id, 'succeeded');
  await settleWaiting(cards());
  fake.account.refundThere(intent, 1000);
  await settleWaiting(cards());
  await notify('charge.refunded', { id: 'ch', payment_intent: intent });
  expect(await paid()).toEqual(settled(4000, [5000, -1000]));
  const reversed = await server.call(
    reversePayment,
    { params: { paymentId: id }, body: { reason: 'Wrong property' } },
    { as },
  );
  expect(reversed.status).toBe(200);
  await notify('payment_intent.succeeded', { id: intent, metadata: { paymentId: id } });
  clock.advance(27 * 3_600_000);
  await settleWaiting(cards());
  await reconcileDue(cards());
  expect(await paid()).toEqual(settled(0, [5000, -1000, -4000]));
  const { reconciliations } = (await server.call(listReconciliations, { query: {} }, { as })).body;
  expect(reconciliations.flatMap(({ findings }) => findings)).toContainEqual({
    kind: 'different',
    paymentId: id,
    intentId: intent,
    ours: 0,
    theirs: 4000,
  });

  fake.account.dispute(intent, 'needs_response');
  await notify('charge.dispute.funds_withdrawn', { id: 'du', payment_intent: intent });
  fake.account.dispute(intent, 'won');
  await notify('charge.dispute.closed', { id: 'du', payment_intent: intent });
  expect(await paid()).toEqual(settled(0, [5000, -1000, -4000]));

  const { id: entry } = reversed.body.payment;
  await server.call(reversePayment, { params: { paymentId: entry }, body: { reason: 'It was right' } }, { as });
  await notify('payment_intent.succeeded', { id: intent, metadata: { paymentId: id } });
  expect(await paid()).toEqual(settled(4000, [5000, -1000, -4000, 4000]));
});

test('without notices, the next round settles paid payments and closes the others', async () => {
  const [paidId, expiredId] = [await open(), await open()];
  fake.account.pay(paidId, 'succeeded');
  fake.account.expire(expiredId);
  clock.advance(60_000);
  await settleWaiting(cards());
  expect([(await read(paidId)).payment.status, (await read(expiredId)).payment.status]).toEqual([
    'completed',
    'failed',
  ]);
  expect(await paid()).toEqual(settled(5000, [5000]));
});

test('when Stripe fails, the same request is repeated and charges once; a payment that never began is closed', async () => {
  fake.fail({ status: 500, takesEffect: true }, { status: 500, takesEffect: false });
  const flaky = (await pay(5000, 'flaky')).body;
  const { id } = flaky.payment;
  const sessions = () => fake.requests.filter(({ path, key }) => path === '/v1/checkout/sessions' && key === id);
  expect(sessions()).toHaveLength(3);
  expect((await read(id, flaky.payerKey)).next?.kind).toBe('card_page');

  fake.fail(...Array.from({ length: 3 }, () => ({ status: 503, takesEffect: false })));
  const failed = await pay(5000, 'down');
  expect([failed.status, failed.problem.code]).toEqual([503, 'server.unavailable']);
  const repeated = await pay(5000, 'down');
  expect(repeated.body).toMatchObject({ payment: { status: 'pending' }, next: { kind: 'card_page' } });

  fake.fail(...Array.from({ length: 3 }, () => ({ status: 503, takesEffect: false })));
  expect((await pay(4000, 'never')).status).toBe(503);
  clock.advance(25 * 3_600_000);
  await settleWaiting(cards());
  const [row] = await server.database.sql(
    'select state, reason from payments where amount_cents = 4000 and subject = $1',
    [propertyId],
  );
  expect(row).toEqual({ state: 'failed', reason: 'The card provider could not be reached.' });
  expect(logged.join('')).not.toMatch(/sk_test|whsec/);
});

test('an amount that no card takes closes the payment with the reason', async () => {
  const { body } = await pay(49);
  expect(body.payment.status).toBe('failed');
  expect(body.message).toBe('The amount is too small for a card. Nothing was paid.');
});

test('a notice with an intent that is unknown to Stripe or belongs to another payment binds nothing', async () => {
  const paymentId = await open();
  const other = await open();
  const stranger = fake.account.pay(other, 'processing');
  await notify('payment_intent.succeeded', { id: 'pi_unknown', metadata: { paymentId } });
  await notify('payment_intent.succeeded', { id: stranger, metadata: { paymentId } });
  expect((await findKnownIntent(server.services.database, { paymentId }))?.intentId).toBeNull();
  const intent = fake.account.pay(paymentId, 'succeeded');
  await notify('payment_intent.succeeded', { id: intent, metadata: { paymentId } });
  expect((await read(paymentId)).payment.status).toBe('completed');
});

test.each([
  ['null'],
  ['{"id":"evt_1","object":"event","type":"payment_intent.succeeded"}'],
  ['{"id":"evt_2","object":"event","type":"payment_intent.succeeded","data":{"object":null}}'],
])('a signed notice that is no event is refused: %s', async (body) => {
  expect((await send(body)).status).toBe(400);
});

test('a notice of the live mode is refused with a test key, and says which setting is wrong', async () => {
  const id = await open();
  const intent = fake.account.pay(id, 'succeeded');
  const notice = (livemode: boolean) =>
    eventOf('payment_intent.succeeded', { id: intent, metadata: { paymentId: id } }, undefined, { livemode });
  const { status, problem } = await send(notice(true));
  expect([status, problem.error]).toEqual([
    400,
    'The notice is from the live mode of Stripe, and this server has a key of its test mode.',
  ]);
  expect(problem.hint).toBe('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET must be of the same mode.');
  expect((await read(id)).payment.status).toBe('pending');
  expect((await send(notice(false))).status).toBe(200);
  expect(await paid()).toEqual(settled(5000, [5000]));
});

test.each([
  ['less', 1200],
  ['more', 7700],
])('an intent of %s than the payment counts with what arrived', async (_, cents) => {
  const id = await open();
  const intent = fake.account.pay(id, 'succeeded');
  fake.account.alter(intent, { amount_received: cents });
  await notify('payment_intent.succeeded', { id: intent, amount_received: 5000, metadata: { paymentId: id } });
  expect(await paid()).toEqual(settled(cents, [cents]));
});

test('an intent in another currency pays nothing, and the payment says why', async () => {
  const id = await open();
  const intent = fake.account.pay(id, 'succeeded');
  fake.account.alter(intent, { currency: 'jpy' });
  await notify('payment_intent.succeeded', { id: intent, currency: 'usd', metadata: { paymentId: id } });
  expect(await paid()).toEqual(settled(0, []));
  expect((await read(id)).message).toBe('The card was charged in JPY, not in US dollars. Nothing was paid.');
});

test('a dispute after a refund takes back only what was left, and one after a full refund nothing', async () => {
  const clerk = await server.account('government');
  const id = await open();
  const intent = fake.account.pay(id, 'succeeded');
  await notify('payment_intent.succeeded', { id: intent, metadata: { paymentId: id } });
  const refund = (amount: number) =>
    server.call(refundPayment, { params: { paymentId: id }, body: { amount, reason: 'Paid twice' } }, { as: clerk });
  expect((await refund(2000)).status).toBe(200);
  // Stripe disputes the whole charge, whatever was refunded of it.
  fake.account.dispute(intent, 'needs_response');
  await notify('charge.dispute.funds_withdrawn', { id: 'du', payment_intent: intent });
  expect(await paid()).toEqual(settled(0, [5000, -2000, -3000]));
  const { status, problem } = await refund(1);
  expect([status, problem.code]).toEqual([409, 'payments.settled']);
  fake.account.dispute(intent, 'won');
  await notify('charge.dispute.closed', { id: 'du', payment_intent: intent });
  expect(await paid()).toEqual(settled(3000, [5000, -2000, -3000, 3000]));
  fake.account.refundThere(intent, 3000);
  fake.account.dispute(intent, 'lost');
  await notify('charge.refunded', { id: 'ch', payment_intent: intent });
  await notify('charge.dispute.closed', { id: 'du', payment_intent: intent });
  expect(await paid()).toEqual(settled(0, [5000, -2000, -3000, 3000, -3000]));
});

test.each(['lost', 'under_review'])('a payment whose dispute is %s stays taken back', async (status) => {
  const id = await open();
  const intent = fake.account.pay(id, 'succeeded');
  await notify('payment_intent.succeeded', { id: intent, metadata: { paymentId: id } });
  fake.account.dispute(intent, 'needs_response');
  await notify('charge.dispute.created', { id: 'du', payment_intent: intent });
  fake.account.dispute(intent, status);
  await notify('charge.dispute.updated', { id: 'du', payment_intent: intent });
  expect(await paid()).toEqual(settled(0, [5000, -5000]));
});

test('a refund that fails later makes the money count again', async () => {
  const id = await open();
  const intent = fake.account.pay(id, 'succeeded');
  await notify('payment_intent.succeeded', { id: intent, metadata: { paymentId: id } });
  fake.account.refundThere(intent, 5000);
  await notify('refund.created', { id: 're', payment_intent: intent });
  expect(await paid()).toEqual(settled(0, [5000, -5000]));
  fake.account.refundFails(intent, 5000);
  await notify('refund.failed', { id: 're', payment_intent: intent });
  expect(await paid()).toEqual(settled(5000, [5000, -5000, 5000]));
});

test('refuses a notice signed an hour ahead of the clock', async () => {
  const body = eventOf('payment_intent.succeeded', { id: 'pi_1' });
  expect((await send(body, sign(body, { at: clock() + 3_600_000 }))).problem.code).toBe('payments.signature_invalid');
  expect((await send(body, sign(body, { at: clock() + 60_000 }))).status).toBe(200);
});

test('acknowledges a notice about money that this server did not request, and changes nothing', async () => {
  const before = await server.database.sql('select count(*) from payments');
  await notify('payment_intent.succeeded', { id: fake.account.addForeign(), metadata: {} });
  await notify('charge.dispute.created', { id: 'du', payment_intent: fake.account.addForeign() });
  expect(await server.database.sql('select count(*) from payments')).toEqual(before);
});

test('a payment that the city closed stays closed, and money that arrives later is in suspense until it is decided', async () => {
  const id = await open();
  await server.call(
    failPayment,
    { params: { paymentId: id }, body: { reason: 'Paid in cash' } },
    { as: await server.account('government') },
  );
  const intent = fake.account.pay(id, 'succeeded');
  const notice = () => notify('payment_intent.succeeded', { id: intent, metadata: { paymentId: id } });
  await Promise.all([notice(), notice()]);
  expect(await paid()).toEqual(settled(0, []));
  const held = openHeld(server.services.payments);
  await Promise.all([continueHeld(held, clock()), continueHeld(held, clock())]);
  expect(await suspense()).toBe(-5000);
  const as = await server.account('government');
  const [money] = (await server.call(listHeldMoney, {}, { as })).body.money;
  expect(money).toMatchObject({ method: 'fiat', cents: 5000, cameFor: id, state: 'held' });
  const params = { heldId: money?.id ?? '' };
  const giveBack = () => server.call(returnHeldMoney, { params, body: { reason: 'Paid in cash' } }, { as });
  expect((await giveBack()).body.money).toMatchObject({ state: 'returned', reason: 'Paid in cash' });
  expect((await giveBack()).status).toBe(200);
  expect(await suspense()).toBe(0);
  expect(fake.requests.filter(({ path }) => path === '/v1/refunds').at(-1)?.key).toContain(money?.id);
  expect(await paid()).toEqual(settled(0, []));
});

test('money in suspense leaves it automatically when the provider takes it back', async () => {
  const id = await open();
  const as = await server.account('government');
  await server.call(failPayment, { params: { paymentId: id }, body: { reason: 'Paid in cash' } }, { as });
  const intent = fake.account.pay(id, 'succeeded');
  await notify('payment_intent.succeeded', { id: intent, metadata: { paymentId: id } });
  const held = openHeld(server.services.payments);
  await continueHeld(held, clock());
  expect(await suspense()).toBe(-5000);
  fake.account.refundThere(intent, 5000);
  await notify('charge.refunded', { id: 'ch', payment_intent: intent });
  await continueHeld(held, clock());
  expect(await suspense()).toBe(0);
});

const suspense = async () =>
  (
    await server.database.sql<{ cents: number }>(
      `select coalesce(sum(cents), 0)::float as cents from book_postings where account = 'suspense:fiat'`,
    )
  )[0]?.cents;

test('the report of a day names only what is missing, different or unknown', async () => {
  // A day on which nothing else happened.
  clock.advance(5 * 86_400_000);
  const clerk = await server.account('government');
  const [agreed, different, missing] = [await open(), await open(), await open()];
  const settle = async (id: string) => {
    const intent = fake.account.pay(id, 'succeeded');
    await notify('payment_intent.succeeded', { id: intent, metadata: { paymentId: id } });
    return intent;
  };
  await settle(agreed);
  const intentId = await settle(different);
  fake.account.refundThere(intentId, 700);
  await server.services.payments.payee('property_tax').settle(missing, 5000, 'clerk');
  const foreign = fake.account.addForeign();
  const day = new Date(clock()).toISOString().slice(0, 10);
  clock.advance(51 * 3_600_000);
  await Promise.all([reconcileDue(cards()), reconcileDue(cards())]);
  const { reconciliations } = (await server.call(listReconciliations, {}, { as: clerk })).body;
  const reports = reconciliations.filter((one) => one.day === day);
  expect(reports).toHaveLength(1);
  const later = reconciliations.filter((one) => one.day > day);
  expect(later.map(({ findings }) => findings)).toEqual([[]]);
  expect(reports[0]?.compared).toBe(6);
  expect(reports[0]?.findings).toEqual([
    { kind: 'different', paymentId: different, intentId, ours: 5000, theirs: 4300 },
    { kind: 'unknown', paymentId: null, intentId: foreign, ours: 0, theirs: 777 },
    { kind: 'missing', paymentId: missing, intentId: null, ours: 5000, theirs: 0 },
  ]);
});

test('in the demo, Stripe takes no payment', async () => {
  const demo = await startTestServer({
    beside: server.database,
    environment: {
      CAIRN_DEMO: 'true',
      STRIPE_SECRET_KEY: KEY,
      STRIPE_WEBHOOK_SECRET: SECRET,
      STRIPE_API_URL: fake.url,
    },
  });
  const { methods } = (await demo.call(listPaymentMethods, {})).body;
  expect(methods.find(({ method }) => method === 'fiat')?.isTest).toBe(true);
  await demo.stop();
});

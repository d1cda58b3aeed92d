import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listBillingEvents, setBillingCard } from '#domains/billing/contract.ts';
import { chargeInvoice } from '#domains/billing/server/payments/charge-invoice.ts';
import { createInvoices } from '#domains/billing/server/payments/invoices.fixture.ts';
import { openInvoicePayments } from '#domains/billing/server/payments/open-invoice-payments.ts';
import { listReconciliations, listStoredCards, receiveStripeEvent, storeCard } from '#domains/payments/contract.ts';
import { reconcileDue } from '#domains/payments/server/cards/reconcile/reconcile-day.ts';
import { settleWaiting } from '#domains/payments/server/cards/settle-waiting.ts';
import { startStripeFake } from '#domains/payments/server/cards/stripe/stripe-fake.fixture.ts';
import { createTestClock } from '#tests/support/test-clock.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';

const SECRET = 'whsec_0123456789';
const clock = createTestClock();
let fake: Awaited<ReturnType<typeof startStripeFake>>;
let server: TestServer;
let invoices: ReturnType<typeof createInvoices>;
let ann: TestAccount;
let id: string;
beforeAll(async () => {
  fake = await startStripeFake(clock);
  server = await startTestServer({
    clock,
    publicUrl: 'https://cairn.example',
    environment: { STRIPE_SECRET_KEY: 'sk_test_0123456789', STRIPE_WEBHOOK_SECRET: SECRET, STRIPE_API_URL: fake.url },
  });
  invoices = createInvoices(server);
});
afterAll(async () => {
  await server.stop();
  await fake.stop();
});
beforeEach(async () => {
  ann = await server.account('manufacturer');
  id = await invoices.issue(ann, 15_500);
});

let events = 0;
async function notify(type: string, object: Record<string, unknown>): Promise<void> {
  events += 1;
  const body = JSON.stringify({ id: `evt_${events}`, object: 'event', type, data: { object } });
  const timestamp = Math.floor(clock() / 1000);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret: SECRET, timestamp });
  const { status } = await server.call(receiveStripeEvent, { body }, { headers: { 'stripe-signature': signature } });
  expect(status).toBe(200);
}
const cards = () => {
  const { cards: found } = server.services.payments;
  if (found === undefined) throw new Error('Stripe is connected');
  return found;
};
const open = async () => (await invoices.pay(ann, id, { paymentMethod: 'fiat' })).body;
const formsOf = (path: string) =>
  fake.requests.filter((one) => one.path === path).map(({ body }) => Object.fromEntries(new URLSearchParams(body)));

/** Stores a card on Stripe's page, and has it pay the invoices. */
async function useCard(outcome: 'succeeded' | 'declined' | 'asks'): Promise<void> {
  const { card } = (await server.call(storeCard, { body: { page: 'subscription' } }, { as: ann })).body;
  fake.account.giveCard(card.id, outcome);
  expect((await server.call(listStoredCards, {}, { as: ann })).body.cards).toMatchObject([
    { state: 'ready', label: 'visa ending in 4242' },
  ]);
  expect((await server.call(setBillingCard, { body: { cardId: card.id } }, { as: ann })).status).toBe(200);
}
const charge = () => chargeInvoice(openInvoicePayments(server.services), id);

test('a page of Stripe names the invoice, links back to the billing history, and pays once for any order of notices', async () => {
  const { payment, next } = await open();
  expect(next?.kind).toBe('card_page');
  const back = 'https://cairn.example/subscription?tab=history';
  expect(formsOf('/v1/checkout/sessions').at(-1)).toMatchObject({
    'line_items[0][price_data][unit_amount]': '15500',
    'line_items[0][price_data][product_data][name]': `Subscription, invoice ${id}`,
    'payment_intent_data[description]': `Subscription, invoice ${id}`,
    ...{ success_url: back, cancel_url: back },
  });
  const intent = fake.account.pay(payment.id, 'succeeded');
  const paid = { id: intent, metadata: { paymentId: payment.id } };
  // Out of order, twice, and at the same time.
  await notify('charge.refunded', { id: 'ch', payment_intent: intent });
  await Promise.all([1, 2, 3].map(() => notify('payment_intent.succeeded', paid)));
  await notify('payment_intent.processing', paid);
  await notify('payment_intent.payment_failed', paid);
  expect(await invoices.row(id)).toEqual({ state: 'paid', paid: 15_500 });
  expect((await invoices.list(ann, id)).payments).toHaveLength(1);
  expect((await invoices.pay(ann, id, { paymentMethod: 'fiat' })).problem.code).toBe('billing.invoice_closed');
  expect(await invoices.problems()).toEqual([]);
});

test('without any notice the next round pays the invoice, and an expired page leaves it open', async () => {
  const { payment } = await open();
  fake.account.pay(payment.id, 'succeeded');
  const other = await invoices.issue(ann, 2000);
  const expired = (await invoices.pay(ann, other, { paymentMethod: 'fiat' })).body.payment.id;
  fake.account.expire(expired);
  clock.advance(11 * 60_000);
  await settleWaiting(cards());
  expect([await invoices.row(id), await invoices.row(other)]).toEqual([
    { state: 'paid', paid: 15_500 },
    { state: 'open', paid: 0 },
  ]);
  expect((await invoices.list(ann, other)).payments).toMatchObject([{ payment: { status: 'failed' } }]);
  expect(await invoices.problems()).toEqual([]);
});

test('the page of a card is closed when the invoice is paid otherwise', async () => {
  const { payment } = await open();
  const transfer = (await invoices.pay(ann, id)).body.payment.id;
  await invoices.confirm(await server.account('administrator'), transfer);
  expect(await invoices.row(id)).toEqual({ state: 'paid', paid: 15_500 });
  expect(await server.database.sql('select state, reason from payments where payment_id = $1', [payment.id])).toEqual([
    { state: 'failed', reason: 'Nothing more is due on the invoice.' },
  ]);
  expect(fake.requests.some(({ path }) => path.startsWith('/v1/checkout/sessions/') && path.endsWith('/expire'))).toBe(
    true,
  );
  expect(await invoices.problems()).toEqual([]);
});

test('a lost dispute reopens the invoice, a partial refund leaves a part, and the nightly comparison covers both', async () => {
  const { payment } = await open();
  const intent = fake.account.pay(payment.id, 'succeeded');
  await notify('payment_intent.succeeded', { id: intent, metadata: { paymentId: payment.id } });
  fake.account.refundThere(intent, 500);
  await notify('charge.refunded', { id: 'ch', payment_intent: intent });
  expect(await invoices.row(id)).toEqual({ state: 'open', paid: 15_000 });
  fake.account.dispute(intent, 'needs_response');
  await Promise.all([1, 2].map(() => notify('charge.dispute.funds_withdrawn', { id: 'du', payment_intent: intent })));
  expect(await invoices.row(id)).toEqual({ state: 'open', paid: 0 });
  expect(await invoices.problems()).toEqual([]);
  clock.advance(27 * 3_600_000);
  await settleWaiting(cards());
  await reconcileDue(cards());
  const as = await server.account('government');
  const { reconciliations } = (await server.call(listReconciliations, { query: {} }, { as })).body;
  expect(reconciliations[0]?.findings.filter(({ paymentId }) => paymentId === payment.id)).toEqual([]);
});

test('a stored card is charged once while its owner is away, under the name of the invoice', async () => {
  await useCard('succeeded');
  expect(formsOf('/v1/checkout/sessions').at(-1)).toMatchObject({
    mode: 'setup',
    success_url: 'https://cairn.example/subscription?tab=current',
  });
  const outcomes = await Promise.all([charge(), charge(), charge()]);
  expect(outcomes.map((one) => one?.outcome)).toContain('completed');
  expect((await charge())?.outcome).toBe('completed');
  const charges = formsOf('/v1/payment_intents').filter(({ description }) => description?.includes(id));
  expect(new Set(charges.map((form) => form['metadata[paymentId]'])).size).toBe(1);
  expect(charges[0]).toMatchObject({
    off_session: 'true',
    amount: '15500',
    description: `Subscription, invoice ${id}`,
  });
  expect(await invoices.row(id)).toEqual({ state: 'paid', paid: 15_500 });
  expect(await invoices.problems()).toEqual([]);
});

test.each([
  ['declined', 'The card was declined.'],
  ['asks', 'Your bank asks for a confirmation.'],
] as const)(
  'a stored card that is %s leaves the invoice open, and reports the reason to its account',
  async (outcome, reason) => {
    await useCard(outcome);
    expect(await charge()).toMatchObject({ outcome: 'failed', reason: expect.stringContaining(reason) });
    expect(await invoices.row(id)).toEqual({ state: 'open', paid: 0 });
    const { events: told } = (await server.call(listBillingEvents, { query: { limit: 5 } }, { as: ann })).body;
    expect(told[0]).toMatchObject({ kind: 'payment_failed', text: expect.stringContaining(reason) });
    // Its owner pays it with another card.
    const { payment } = await open();
    const intent = fake.account.pay(payment.id, 'succeeded');
    await notify('payment_intent.succeeded', { id: intent, metadata: { paymentId: payment.id } });
    expect(await invoices.row(id)).toEqual({ state: 'paid', paid: 15_500 });
    expect(await invoices.problems()).toEqual([]);
  },
);

test('a charge whose answer is lost is continued, and never repeated', async () => {
  await useCard('succeeded');
  fake.fail(...Array.from({ length: 3 }, () => ({ status: 500, takesEffect: true })));
  await charge().catch(() => undefined);
  await settleWaiting(cards());
  await charge();
  await settleWaiting(cards());
  expect(await invoices.row(id)).toEqual({ state: 'paid', paid: 15_500 });
  const charges = fake.requests.filter(({ path, body }) => path === '/v1/payment_intents' && body.includes(id));
  expect(new Set(charges.map(({ key }) => key)).size).toBe(1);
});

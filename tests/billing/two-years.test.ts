import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  changeSubscription,
  listBillingEvents,
  listInvoices,
  payInvoice,
  previewChange,
  readBillingAccount,
  readSubscription,
  saveBillingDetails,
  setBillingCard,
  startTrial,
} from '#domains/billing/contract.ts';
import { again, runBilling } from '#domains/billing/server/billing.fixture.ts';
import { createInvoices } from '#domains/billing/server/payments/invoices.fixture.ts';
import { storeCard, type TestCard } from '#domains/payments/contract.ts';
import { addEvent } from '#domains/trace/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';

let server: TestServer;
let company: TestAccount;
beforeAll(async () => {
  server = await startTestServer({ environment: { CAIRN_DEMO: 'true' } });
  company = await server.account('manufacturer');
});
afterAll(() => server.stop());

const call: TestServer['call'] = async (route, input) => server.call(route, input, { as: company });
const setTime = async (time: string) => {
  server.clock.advance(Date.parse(time) - server.clock());
  company = await again(server, company);
};
const invoices = async () => (await call(listInvoices, { query: { limit: 100 } })).body.billingHistory;
const account = async () => (await call(readBillingAccount, {})).body;
const subscription = async () => (await call(readSubscription, {})).body.subscription;

async function useCard(card: TestCard): Promise<void> {
  const { id: cardId } = (await call(storeCard, { body: { card } })).body.card;
  await call(setBillingCard, { body: { cardId } });
}

/** Changes the subscription, and expects the invoice to match the preview. */
async function change(body: Parameters<typeof call<typeof changeSubscription>>[1]['body']): Promise<void> {
  const before = await invoices();
  const preview = (await call(previewChange, { body })).body;
  expect((await call(changeSubscription, { body })).status).toBe(200);
  const made = (await invoices()).slice(0, -before.length);
  expect(made.map(({ amount }) => amount)).toEqual(preview.now === null ? [] : [preview.now.gross]);
}

/** Lets the period end, and expects the invoice to match the announced one. */
async function renew(at: string): Promise<void> {
  const { next } = (await call(previewChange, { body: {} })).body;
  // The draft of the new period is issued an hour later.
  expect(next?.at).toBe(new Date(Date.parse(at) + 3_600_000).toISOString());
  await setTime(at);
  await runBilling(server);
  expect((await invoices())[0]).toMatchObject({ state: 'draft', number: null });
  // It is a draft for an hour.
  await setTime(new Date(Date.parse(at) + 3_600_000).toISOString());
  await runBilling(server);
  expect((await invoices())[0]?.amount).toBe(next?.gross);
}

const record = () =>
  call(addEvent, { body: { user: company.username, action: 'manufactured', asset_id: `A-${server.clock()}` } });

test('two years of a company: every invoice to the cent, paid or not, and everything according to the blocks', async () => {
  await setTime('2027-01-17T10:00:00Z');
  const trial = { planId: 'starter', userCount: 5, assetCount: 200, billingCycle: 'monthly' } as const;
  await call(startTrial, { body: trial });
  const address = { name: 'Harrow Bay Cheese Company', street: '12 Dairy Lane', city: 'Harrow Bay', country: 'US' };
  expect((await call(saveBillingDetails, { body: address })).status).toBe(200);
  await useCard('test_success');

  // The trial ends after 14 days: 5 × $15 + 200 × $0.05.
  await renew('2027-01-31T10:00:00Z');
  // 10 of 28 days at Starter, 18 at Professional.
  await setTime('2027-02-10T10:00:00Z');
  await change({ planId: 'professional' });
  // 3 users more for the last 8 of 28 days.
  await setTime('2027-02-20T10:00:00Z');
  await change({ userCount: 8 });
  await renew('2027-02-28T10:00:00Z');
  // Fewer users from the next period on, which begins on the 31st again.
  await change({ userCount: 4 });
  await renew('2027-03-31T10:00:00Z');
  // Half of a month of 30 days is left when a year begins.
  await setTime('2027-04-15T10:00:00Z');
  await change({ billingCycle: 'annual' });
  // 800 assets more for the last 183 of 366 days.
  await setTime('2027-10-15T10:00:00Z');
  await change({ assetCount: 1000 });
  const paid = await invoices();
  expect(paid.map(({ amount }) => amount).toReversed()).toEqual([85, 75.86, 33.43, 320, 164, 1590.8, 163.2]);
  expect(paid.every(({ state, due }) => state === 'paid' && due === 0)).toBe(true);

  // The card is declined a year later.
  await useCard('test_declined');
  await renew('2028-04-15T10:00:00Z');
  expect((await invoices())[0]).toMatchObject({ amount: 1999.2, state: 'open', due: 1999.2 });
  expect((await record()).status).toBe(200);
  for (const day of ['2028-05-02', '2028-05-09', '2028-05-16']) {
    await setTime(`${day}T12:00:00Z`);
    await runBilling(server);
  }
  expect(await account()).toMatchObject({ overdue: 1999.2, readOnlySince: null });
  await setTime('2028-05-23T12:00:00Z');
  await runBilling(server);
  expect(await account()).toMatchObject({ readOnlySince: '2028-05-23T11:00:00.000Z' });
  expect(await record()).toMatchObject({ status: 403, body: { code: 'billing.read_only' } });
  expect(await subscription()).toMatchObject({ status: 'active' });

  // It is paid, and the subscription continues.
  const [late] = await invoices();
  const body = { paymentMethod: 'fiat', card: 'test_success' } as const;
  await call(payInvoice, { params: { invoiceId: late?.id ?? '' }, body });
  expect((await invoices())[0]).toMatchObject({ state: 'paid', paid: 1999.2 });
  expect(await account()).toMatchObject({ owed: 0, readOnlySince: null });
  expect((await record()).status).toBe(200);

  await change({ cancelAtPeriodEnd: true });
  await setTime('2029-04-15T10:00:00Z');
  await runBilling(server);
  expect(await subscription()).toMatchObject({ status: 'cancelled', endedAt: '2029-04-15T10:00:00.000Z' });
  expect((await invoices()).map(({ number }) => number).toReversed()).toEqual([
    ...['2027-000001', '2027-000002', '2027-000003', '2027-000004', '2027-000005', '2027-000006', '2027-000007'],
    '2028-000001',
  ]);
  const kinds = (await call(listBillingEvents, { query: { limit: 200 } })).body.events.map(({ kind }) => kind);
  expect(kinds.filter((kind) => ['reminder', 'second_reminder', 'last_reminder', 'read_only'].includes(kind))).toEqual([
    ...['read_only', 'last_reminder', 'second_reminder', 'reminder'],
  ]);
  expect(kinds.filter((kind) => kind === 'payment_failed')).toHaveLength(5);

  // The books have the revenue and the card payments, and everything follows from the blocks.
  const found = createInvoices(server);
  const total = 8500 + 7586 + 3343 + 32_000 + 16_400 + 159_080 + 16_320 + 199_920;
  expect(await found.booked('revenue:subscriptions')).toBe(-total);
  expect(await found.booked('clearing:fiat')).toBe(total);
  expect(await found.booked('receivable:invoices')).toBe(0);
  expect(await found.problems()).toEqual([]);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeSubscription, listInvoices, previewChange, startTrial } from '#domains/billing/contract.ts';
import { createTestClock } from '#tests/support/test-clock.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { again, giveDetails, runBilling } from '../billing.fixture.ts';
import { createInvoices } from '../payments/invoices.fixture.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const monthly = { planId: 'starter', userCount: 5, assetCount: 100, billingCycle: 'monthly' } as const;

let server: TestServer;
let invoices: ReturnType<typeof createInvoices>;
beforeAll(async () => {
  // Periods end half an hour before midnight, so that an invoice, issued an hour later, is of the next day.
  server = await startTestServer({ clock: createTestClock('2026-03-02T23:30:00Z') });
  invoices = createInvoices(server);
});
afterAll(() => server.stop());

/** Returns an account whose trial has just ended: the invoice of its first period is a draft. */
async function draftedAccount(): Promise<TestAccount> {
  const account = await server.account('manufacturer');
  await server.call(startTrial, { body: monthly }, { as: account });
  await giveDetails(server, account);
  server.clock.advance(14 * DAY);
  await runBilling(server);
  return again(server, account);
}
const preview = async (as: TestAccount, body: object = {}) =>
  (await server.call(previewChange, { body }, { as: await again(server, as) })).body;
const documentsOf = (as: TestAccount) =>
  server.database.sql<{ issuedOn: string; credit: number; due: number; gross: number }>(
    `select document->>'issuedOn' as "issuedOn", (document->'totals'->>'creditCents')::int as credit,
       (document->'totals'->>'dueCents')::int as due, gross_cents::int as gross
     from billing_invoices where account_id = $1 and number is not null and title <> 'Starter' order by issued_at, number`,
    [as.id],
  );
/** Gives an account credit, by an invoice of one dollar that it overpays. */
async function giveCredit(account: TestAccount, cents: number): Promise<void> {
  const as = await again(server, account);
  const { payment } = (await invoices.pay(as, await invoices.issue(as, 100))).body;
  await invoices.confirm(await again(server, await server.account('administrator')), payment.id, 1 + cents / 100);
  expect(await invoices.credit(as)).toBe(cents);
}

test('states the day and the credit of the next invoice, after a draft that waits has used its part', async () => {
  const as = await draftedAccount();
  // The draft is of $80.00, so $45.00 are left for the next invoice.
  await giveCredit(as, 12_500);
  const { next } = await preview(as);
  expect([next?.credit, next?.due]).toEqual([45, 35]);
  server.clock.advance(HOUR);
  await runBilling(server);
  server.clock.advance(Date.parse(next?.at ?? '') - server.clock());
  await runBilling(server);
  await runBilling(server);
  const [first, second] = await documentsOf(as);
  expect([first?.credit, second]).toEqual([
    8000,
    { issuedOn: next?.at.slice(0, 10), credit: 4500, due: 3500, gross: 8000 },
  ]);
  expect(second?.issuedOn).toBe('2026-04-17');
});

test.each([
  ['before a draft that waits', 0],
  ['after a draft that is due', HOUR],
])('states the credit that a change uses %s', async (_, later) => {
  const as = await draftedAccount();
  await giveCredit(as, 9000);
  server.clock.advance(later);
  const body = { userCount: 10 };
  const { now } = await preview(as, body);
  expect((await server.call(changeSubscription, { body }, { as: await again(server, as) })).status).toBe(200);
  const made = (await documentsOf(as)).at(-1);
  expect([made?.credit, made?.due]).toEqual([Math.round((now?.credit ?? 0) * 100), Math.round((now?.due ?? 0) * 100)]);
  expect(made?.credit).toBe(later === 0 ? 7500 : 1000);
  // Beside the invoice that gave the credit.
  expect((await server.call(listInvoices, {}, { as: await again(server, as) })).body.billingHistory).toHaveLength(3);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  changeSubscription,
  creditInvoice,
  giveUpInvoice,
  listInvoices,
  previewChange,
  readInvoice,
  startTrial,
  voidInvoice,
} from '#domains/billing/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { again, giveDetails, runBilling } from '../billing.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const DAY = 86_400_000;
const NOT_CHARGED = 'Unused rest that nothing was charged for';

/** Subscribes an account to 10 users and 1,000 assets for a year, which is $2,040.00, and returns it with the open invoice. */
async function subscribe(): Promise<{ as: TestAccount; id: string }> {
  const account = await server.account('manufacturer');
  const body = { planId: 'starter', userCount: 10, assetCount: 1000 } as const;
  await server.call(startTrial, { body }, { as: account });
  await giveDetails(server, account);
  for (const milliseconds of [14 * DAY + 1000, 3_600_000]) {
    server.clock.advance(milliseconds);
    await runBilling(server);
  }
  const as = await again(server, account);
  const [invoice] = (await server.call(listInvoices, {}, { as })).body.billingHistory;
  expect(invoice).toMatchObject({ amount: 2040, state: 'open' });
  return { as, id: invoice?.id ?? '' };
}

/** Changes a subscription, and returns the lines of its invoice in cents, after comparing them with the preview. */
async function change(account: TestAccount, body: { planId: 'professional' | 'business' }) {
  const as = await again(server, account);
  const { now } = (await server.call(previewChange, { body }, { as })).body;
  expect((await server.call(changeSubscription, { body }, { as })).status).toBe(200);
  const newest = (await server.call(listInvoices, {}, { as })).body.billingHistory.find(
    ({ kind }) => kind === 'invoice',
  );
  const { lines } = (await server.call(readInvoice, { params: { invoiceId: newest?.id ?? '' } }, { as })).body;
  expect([lines, newest?.amount]).toEqual([now?.lines, now?.gross]);
  const cents = lines.map(({ text, amount }) => ({ text, cents: Math.round(amount * 100) }));
  const sum = (of: (line: { text: string; cents: number }) => boolean) =>
    cents.filter(of).reduce((all, line) => all + line.cents, 0);
  expect(sum(() => true)).toBe(Math.round((newest?.amount ?? 0) * 100));
  return {
    unused: -sum(({ text }) => text.includes('unused')),
    rest: sum(({ text }) => text.endsWith('rest of the period') && !text.includes('unused')),
    notCharged: sum(({ text }) => text === NOT_CHARGED),
    invoiceId: newest?.id ?? '',
  };
}

const admin = async () => ({ as: await again(server, await server.account('administrator')) });
const reason = 'Agreed by telephone.';
const decide = async (route: typeof voidInvoice | typeof giveUpInvoice, invoiceId: string) =>
  server.call(route, { params: { invoiceId }, body: { reason } }, await admin());
const credit = async (invoiceId: string, amount: number) =>
  server.call(creditInvoice, { params: { invoiceId }, body: { amount, reason } }, await admin());

test('the unused rest of a charge is deducted, to the cent', async () => {
  const { as } = await subscribe();
  server.clock.advance(2 * DAY);
  const first = await change(as, { planId: 'professional' });
  expect([first.notCharged, first.unused > 0]).toEqual([0, true]);
});

test.each([
  ['voided', (id: string) => decide(voidInvoice, id), 1],
  ['given up', (id: string) => decide(giveUpInvoice, id), 1],
  ['credited entirely', (id: string) => credit(id, 2040), 1],
  ['credited by a half', (id: string) => credit(id, 1020), 0.5],
])('a change does not deduct again what was %s', async (_, act, share) => {
  const { as, id } = await subscribe();
  expect((await act(id)).status).toBe(200);
  server.clock.advance(2 * DAY);
  const first = await change(as, { planId: 'professional' });
  expect(Math.abs(first.notCharged - first.unused * share)).toBeLessThanOrEqual(1);
  // The next change deducts what this one charged for the rest, as if nothing had been voided.
  server.clock.advance(2 * DAY);
  const second = await change(as, { planId: 'business' });
  expect([second.notCharged, second.unused > 0]).toEqual([0, true]);
});

test('an invoice voided after a change deducted it is not deducted again by the next change', async () => {
  const { as, id } = await subscribe();
  server.clock.advance(2 * DAY);
  const first = await change(as, { planId: 'professional' });
  await decide(voidInvoice, id);
  await decide(voidInvoice, first.invoiceId);
  const second = await change(as, { planId: 'business' });
  expect(second.notCharged).toBe(second.unused);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSubscription, startTrial } from '#domains/billing/contract.ts';
import { createTestClock } from '#tests/support/test-clock.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { again, runBilling } from '../billing.fixture.ts';
import { createInvoices } from '../payments/invoices.fixture.ts';

const DAY = 86_400_000;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ clock: createTestClock('2026-04-01T00:00:00Z') });
});
afterAll(() => server.stop());

test('an account that becomes read-only in the second in which its period ends is not charged for another one', async () => {
  const invoices = createInvoices(server);
  const account = await server.account('manufacturer');
  const body = { planId: 'starter', userCount: 5, assetCount: 100, billingCycle: 'monthly' } as const;
  await server.call(startTrial, { body }, { as: account });
  // The period is from April 15 to May 15, 38 days after this invoice: it is due after 14, and the account read-only 24 days later.
  server.clock.advance(6 * DAY);
  await invoices.issue(account, 10_000);
  for (const days of [8, 1, 28]) {
    server.clock.advance(days * DAY);
    await runBilling(server);
  }
  server.clock.advance(DAY);
  await runBilling(server);
  const { subscription } = (await server.call(readSubscription, {}, { as: await again(server, account) })).body;
  expect(subscription).toMatchObject({ status: 'cancelled', endedAt: '2026-05-15T00:00:00.000Z' });
  expect(await invoices.problems()).toEqual([]);
});

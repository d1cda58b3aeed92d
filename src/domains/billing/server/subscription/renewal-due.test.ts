import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTrial } from '#domains/billing/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { giveDetails, runBilling } from '../billing.fixture.ts';
import { openBilling } from '../open-billing.ts';
import { createInvoices } from '../payments/invoices.fixture.ts';
import { runDue } from '../runs/run-due.ts';

const DAY = 86_400_000;
const terms = { planId: 'starter', userCount: 5, assetCount: 100, billingCycle: 'monthly' } as const;

let server: TestServer;
let invoices: ReturnType<typeof createInvoices>;
beforeAll(async () => {
  server = await startTestServer();
  invoices = createInvoices(server);
});
afterAll(() => server.stop());

/** Returns an account whose first period has begun, with its invoice. */
async function subscribe(): Promise<TestAccount> {
  const account = await server.account('manufacturer');
  await server.call(startTrial, { body: terms }, { as: account });
  await giveDetails(server, account);
  return account;
}

/** Takes due steps without a comparison with the blocks, as every round of a day but the first. */
const round = () => runDue(openBilling(server.services));

const historyOf = async ({ id }: TestAccount) => ({
  state: await server.database.sql(
    'select status, period_number, due_at, ended_at from billing_subscriptions where account_id = $1',
    [id],
  ),
  readOnly: await server.database.sql('select read_only_since from billing_accounts where account_id = $1', [id]),
  invoices: await server.database.sql(
    'select state, created_at, issued_at, due_at, gross_cents::int from billing_invoices where account_id = $1 order by created_at',
    [id],
  ),
  events: await server.database.sql('select at, kind from billing_events where account_id = $1 order by at, kind', [
    id,
  ]),
});

test.each([
  ['no time at all', 'null'],
  ['five years later', `due_at + interval '5 years'`],
])('a renewal is billed though its time was set to %s until the account was read-only', async (_, dueAt) => {
  const [altered, control] = [await subscribe(), await subscribe()];
  server.clock.advance(14 * DAY + 1000);
  await runBilling(server);
  await server.database.sql(`update billing_subscriptions set due_at = ${dueAt} where account_id = $1`, [altered.id]);
  // The first invoice is due after 14 days, and the account is read-only 24 days later.
  server.clock.advance(45 * DAY);
  await round();
  const { readOnly } = await historyOf(altered);
  expect(readOnly).toEqual([{ read_only_since: expect.any(String) }]);
  await runBilling(server);
  expect(await historyOf(altered)).toEqual(await historyOf(control));
  expect((await historyOf(altered)).invoices).toHaveLength(2);
  // The period after is not billed to either.
  server.clock.advance(30 * DAY);
  await runBilling(server);
  expect(await historyOf(altered)).toEqual(await historyOf(control));
  expect((await historyOf(altered)).state).toEqual([expect.objectContaining({ status: 'cancelled' })]);
  expect(await invoices.problems()).toEqual([]);
});

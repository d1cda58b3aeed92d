import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeSubscription, extendTrial, startTrial } from '#domains/billing/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { again, giveDetails, runBilling } from '../billing.fixture.ts';
import { createInvoices } from '../payments/invoices.fixture.ts';

const DAY = 86_400_000;
const terms = { planId: 'starter', userCount: 5, assetCount: 100, billingCycle: 'monthly' } as const;

let server: TestServer;
let invoices: ReturnType<typeof createInvoices>;
let ann: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  invoices = createInvoices(server);
  ann = await subscribe();
});
afterAll(() => server.stop());

/** Returns an account that pays for five users a month, at the beginning of a period. */
async function subscribe(): Promise<TestAccount> {
  const account = await server.account('manufacturer');
  await server.call(startTrial, { body: terms }, { as: account });
  await giveDetails(server, account);
  server.clock.advance(14 * DAY + 1000);
  await runBilling(server);
  server.clock.advance(3_600_000);
  await runBilling(server);
  return account;
}

const countOf = async (from: string, of: TestAccount) =>
  (
    await server.database.sql<{ count: number }>(`select count(*)::int as count from ${from} where account_id = $1`, [
      of.id,
    ])
  )[0]?.count;
const changeBlocks = async () =>
  (
    await server.database.sql<{ count: number }>(
      `select count(*)::int as count from ledger_blocks where action = 'billing.subscription_changed'`,
    )
  )[0]?.count;
const set = (what: string, of: TestAccount) =>
  server.database.sql(`update billing_subscriptions set ${what} where account_id = $1`, [of.id]);

test.each([
  ['more users', 'users = users + 1', 'users = users - 1'],
  ['more assets', 'assets = 999', 'assets = 100'],
  ['money paid ahead', 'paid_ahead_cents = 100000', 'paid_ahead_cents = 0'],
  [
    'a later end of the period',
    `period_end = period_end + interval '1 year'`,
    `period_end = period_end - interval '1 year'`,
  ],
  [
    'other next terms',
    `next_terms = '{"planId": "starter", "planVersion": 1, "cycle": "monthly", "users": 1, "assets": 0}'`,
    'next_terms = null',
  ],
  ['a cancellation', 'cancel_at_period_end = true', 'cancel_at_period_end = false'],
  ['a trial', `trial_end = trial_end + interval '1 year'`, `trial_end = trial_end - interval '1 year'`],
  ['an end', `status = 'expired', ended_at = started_at`, `status = 'active', ended_at = null`],
  ['an earlier step', `due_at = due_at - interval '27 days'`, `due_at = due_at + interval '27 days'`],
  ['a plan that does not exist', 'plan_version = 99', 'plan_version = 1'],
])('neither a change nor a renewal makes a subscription with %s genuine', async (_, alter, restore) => {
  const as = await again(server, ann);
  await set(alter, ann);
  const before = [await countOf('billing_invoices', ann), await changeBlocks()];
  const answer = await server.call(changeSubscription, { body: { userCount: 9 } }, { as });
  expect([answer.status, answer.problem.code, answer.problem.hint]).toEqual([
    503,
    'server.unavailable',
    expect.stringContaining('rebuild --check'),
  ]);
  expect([await countOf('billing_invoices', ann), await changeBlocks()]).toEqual(before);
  expect(await invoices.problems()).toEqual([expect.stringContaining('differs from the hash in block')]);
  await set(restore, ann);
  expect(await invoices.problems()).toEqual([]);
});

test('a run leaves altered subscriptions unchanged, counts them, and renews all others', async () => {
  const ben = await subscribe();
  const cay = await subscribe();
  await set('users = 1', ann);
  await set('subscription_id = null, secret = null', ben);
  const before = [await countOf('billing_invoices', ann), await countOf('billing_invoices', ben)];
  const others = await countOf('billing_invoices', cay);
  server.clock.advance(32 * DAY);
  expect((await runBilling(server)).failed).toBe(2);
  expect([await countOf('billing_invoices', ann), await countOf('billing_invoices', ben)]).toEqual(before);
  expect(await countOf('billing_invoices', cay)).toBe((others ?? 0) + 1);
  expect(await invoices.problems()).not.toEqual([]);
  await set('users = 5', ann);
  expect((await runBilling(server)).failed).toBe(1);
  expect(await countOf('billing_invoices', ann)).toBe((before[0] ?? 0) + 1);
});

test('the trial of an altered subscription is not extended', async () => {
  const account = await server.account('manufacturer');
  await server.call(startTrial, { body: terms }, { as: account });
  await set('users = 1', account);
  const as = await again(server, await server.account('administrator'));
  const body = { days: 7, reason: 'Agreed by telephone.' };
  const answer = await server.call(extendTrial, { params: { username: account.username }, body }, { as });
  expect([answer.status, answer.problem.code]).toEqual([503, 'server.unavailable']);
  await set('users = 5', account);
  expect((await server.call(extendTrial, { params: { username: account.username }, body }, { as })).status).toBe(200);
});

test.each([
  ['a far future', `now() + interval '100 years'`],
  ['no time at all', 'null'],
  ['an earlier time', `due_at - interval '27 days'`],
])('a run bills an account when its blocks say, though its next step was set to %s', async (_, dueAt) => {
  const [as, other] = [await subscribe(), await subscribe()];
  const before = [await countOf('billing_invoices', as), await countOf('billing_invoices', other)];
  await set(`due_at = ${dueAt}`, as);
  await runBilling(server);
  expect([await countOf('billing_invoices', as), await countOf('billing_invoices', other)]).toEqual(before);
  expect(await dueOf(as)).toEqual(await periodEndOf(as));
  const { failed } = await runBilling(server);
  await set(`due_at = ${dueAt}`, as);
  server.clock.advance(32 * DAY);
  expect((await runBilling(server)).failed).toBe(failed);
  expect([await countOf('billing_invoices', as), await countOf('billing_invoices', other)]).toEqual(
    before.map((count) => (count ?? 0) + 1),
  );
});

test('a run counts a subscription that differs from its block and is not due', async () => {
  const as = await subscribe();
  const { failed } = await runBilling(server);
  await set(`due_at = now() + interval '100 years', users = 1`, as);
  expect((await runBilling(server)).failed).toBe(failed + 1);
  await set('users = 5', as);
  expect((await runBilling(server)).failed).toBe(failed);
});

const timeOf = (column: string) => async (of: TestAccount) =>
  (await server.database.sql(`select ${column} as at from billing_subscriptions where account_id = $1`, [of.id]))[0];
const dueOf = timeOf('due_at');
const periodEndOf = timeOf('period_end');

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { changeSubscription, creditInvoice, moveClock, startTrial, voidInvoice } from '#domains/billing/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { giveDetails } from './billing.fixture.ts';
import { createInvoices } from './payments/invoices.fixture.ts';

let server: TestServer;
let invoices: ReturnType<typeof createInvoices>;
let ann: TestAccount;
beforeAll(async () => {
  server = await startTestServer({ environment: { CAIRN_DEMO: 'true' } });
  invoices = createInvoices(server);
  const admin = await server.account('administrator');
  ann = await server.account('manufacturer');
  const terms = { planId: 'starter', userCount: 5, assetCount: 100, billingCycle: 'monthly' } as const;
  await server.call(startTrial, { body: terms }, { as: ann });
  await giveDetails(server, ann);
  // The trial ends, its invoice is paid, and half of that credited.
  await move(15);
  await pay();
  const [first] = await openOf('paid');
  const credit = { params: { invoiceId: first ?? '' }, body: { amount: 40, reason: 'Agreed' } };
  expect((await server.call(creditInvoice, credit, { as: admin })).status).toBe(200);
  await server.call(changeSubscription, { body: { userCount: 9 } }, { as: ann });
  await server.call(changeSubscription, { body: { planId: 'professional', cancelAtPeriodEnd: true } }, { as: ann });
  // Another account does not pay, and becomes read-only.
  const ben = await server.account('manufacturer');
  await server.call(startTrial, { body: terms }, { as: ben });
  await giveDetails(server, ben);
  await server.call(moveClock, { body: { days: 60 } }, { as: ben });
  // Of two whose trial has just ended, the draft of one is voided.
  const [cay, dora] = [await server.account('manufacturer'), await server.account('manufacturer')];
  for (const one of [cay, dora]) {
    await server.call(startTrial, { body: terms }, { as: one });
    await giveDetails(server, one);
    await server.call(moveClock, { body: { days: 14 } }, { as: one });
  }
  const [draft] = await server.database.sql<{ id: string }>(
    `select invoice_id as id from billing_invoices where account_id = $1 and state = 'draft'`,
    [dora.id],
  );
  const voided = { params: { invoiceId: draft?.id ?? '' }, body: { reason: 'Agreed' } };
  expect((await server.call(voidInvoice, voided, { as: admin })).status).toBe(200);
  // Another account is invoiced.
  await invoices.issue(await server.account('manufacturer'), 10_000);
});
afterAll(() => server.stop());
beforeEach(async () => {
  expect(await invoices.problems()).toEqual([]);
});

const move = (days: number) => server.call(moveClock, { body: { days } }, { as: ann });
const openOf = async (state: string) =>
  (
    await server.database.sql<{ id: string }>(
      `select invoice_id as id from billing_invoices where account_id = $1 and state = $2 and kind = 'invoice'`,
      [ann.id, state],
    )
  ).map(({ id }) => id);
async function pay(): Promise<void> {
  for (const id of await openOf('open')) await invoices.pay(ann, id, { paymentMethod: 'fiat' });
}

const own = () => `account_id = '${ann.id}'`;
const changes: readonly (readonly [table: string, what: string, change: () => string, named?: string])[] = [
  [
    'billing_subscriptions',
    'a higher plan',
    () => `update billing_subscriptions set plan_id = 'business' where ${own()}`,
  ],
  ['billing_subscriptions', 'more users', () => `update billing_subscriptions set users = users + 1 where ${own()}`],
  ['billing_subscriptions', 'more assets', () => `update billing_subscriptions set assets = 250000 where ${own()}`],
  ['billing_subscriptions', 'yearly terms', () => `update billing_subscriptions set cycle = 'annual' where ${own()}`],
  [
    'billing_subscriptions',
    'a cheaper version',
    () => `update billing_subscriptions set plan_version = 2 where ${own()}`,
  ],
  [
    'billing_subscriptions',
    'other next terms',
    () =>
      `update billing_subscriptions set next_terms = jsonb_build_object('planId', 'starter', 'planVersion', 1, 'cycle', 'monthly', 'users', 1, 'assets', 0) where ${own()}`,
  ],
  [
    'billing_subscriptions',
    'a later end of the period',
    () => `update billing_subscriptions set period_end = period_end + interval '10 years' where ${own()}`,
  ],
  ['billing_subscriptions', 'no next step', () => `update billing_subscriptions set due_at = null where ${own()}`],
  [
    'billing_subscriptions',
    'money paid ahead',
    () => `update billing_subscriptions set paid_ahead_cents = 100000 where ${own()}`,
  ],
  [
    'billing_subscriptions',
    'no cancellation',
    () => `update billing_subscriptions set cancel_at_period_end = false where ${own()}`,
  ],
  [
    'billing_subscriptions',
    'an end that did not come',
    () => `update billing_subscriptions set status = 'expired', ended_at = now() where ${own()}`,
  ],
  [
    'billing_subscriptions',
    'a trial again',
    () => `update billing_subscriptions set status = 'trial', trial_end = now() + interval '1 year' where ${own()}`,
  ],
  [
    'billing_subscriptions',
    'another owner',
    () => `update billing_subscriptions set account_id = gen_random_uuid() where ${own()}`,
  ],
  ['billing_subscriptions', 'no subscription at all', () => `delete from billing_subscriptions where ${own()}`],
  [
    'billing_subscriptions',
    'one of no block',
    () => `update billing_subscriptions set subscription_id = 'sub_00000000000000000000' where ${own()}`,
  ],
  [
    'billing_credits',
    'credit out of nothing',
    () =>
      `insert into billing_credits (account_id, cents, why, invoice_id, at) select account_id, 100000, 'overpaid', invoice_id, now() from billing_invoices where ${own()} limit 1`,
  ],
  [
    'billing_credits',
    'more credit of a note',
    () => `update billing_credits set cents = cents + 1 where why = 'credit_note'`,
  ],
  ['billing_credits', 'credit that was not used', () => `delete from billing_credits where why = 'used'`],
  [
    'billing_credits',
    'the credit of another account',
    () =>
      `update billing_credits set account_id = (select account_id from billing_accounts where not ${own()} limit 1)`,
  ],
  [
    'billing_invoices',
    'less to pay',
    () => `update billing_invoices set credited_cents = 1 where ${own()} and kind = 'invoice'`,
    'billing_credits',
  ],
  [
    'billing_invoices',
    'an invoice of another account',
    () =>
      `update billing_invoices set account_id = (select account_id from billing_accounts where not ${own()} limit 1) where ${own()}`,
  ],
  [
    'billing_invoices',
    'a later due day',
    () => `update billing_invoices set due_at = due_at + interval '1 year' where kind = 'invoice'`,
  ],
  [
    'billing_invoices',
    'no further reminder',
    () => `update billing_invoices set dunning_at = null where number is not null`,
  ],
  [
    'billing_invoices',
    'a cheaper draft',
    () =>
      `update billing_invoices set document = jsonb_set(document, '{lines,0,cents}', '1'), gross_cents = 1 where state = 'draft'`,
  ],
  [
    'billing_invoices',
    'a draft of another total',
    () => `update billing_invoices set gross_cents = 1 where state = 'draft'`,
  ],
  [
    'billing_invoices',
    'other lines of an invoice that was a draft',
    () => `update billing_invoices set title = 'Nothing' where ${own()} and kind = 'invoice'`,
  ],
  [
    'billing_invoices',
    'a draft voided without a decision',
    () => `update billing_invoices set state = 'void' where state = 'draft'`,
  ],
  [
    'billing_invoices',
    'a voided draft that comes back',
    () => `update billing_invoices set state = 'draft' where state = 'void' and number is null`,
  ],
  ['billing_invoices', 'no draft', () => `delete from billing_invoices where state = 'draft'`],
  [
    'billing_invoices',
    'a draft without an account',
    () => `update billing_invoices set invoice_id = 'inv_00000000000000000000' where state = 'draft'`,
  ],
  ['billing_accounts', 'another trial', () => `update billing_accounts set trial_started_at = null where ${own()}`],
  ['billing_accounts', 'recording again', () => `update billing_accounts set read_only_since = null`],
  [
    'billing_accounts',
    'a stop without an invoice',
    () => `update billing_accounts set read_only_since = now() where ${own()}`,
  ],
  [
    'billing_events',
    'a history that did not happen',
    () => `update billing_events set detail = detail || '{"users": 100}' where kind = 'terms_changed'`,
  ],
  [
    'billing_events',
    'an invented reason',
    () =>
      `insert into billing_events (account_id, at, recorded_at, kind, detail) select account_id, now(), now(), 'cancellation_asked', '{"end": 0}' from billing_accounts where ${own()}`,
  ],
  [
    'billing_events',
    'another actor',
    () => `update billing_events set by_username = 'somebody' where kind = 'trial_started'`,
  ],
  ['billing_events', 'a forgotten change', () => `delete from billing_events where kind = 'cancellation_asked'`],
];

test.each(changes.map(([table, what, change, named = table]) => ({ table, what, change, named })))(
  'the comparison with the blocks finds in $table: $what',
  async ({ table, change, named }) => {
    const bare = (statements: string) =>
      server.database.sql(
        `set session_replication_role = replica; ${statements}; set session_replication_role = origin`,
      );
    await bare(`create table before_change as select * from ${table}`);
    const found = await bare(change()).then(invoices.problems, () => []);
    const generated = ['billing_credits', 'billing_events'].includes(table) ? 'overriding system value' : '';
    await bare(
      `delete from ${table}; insert into ${table} ${generated} select * from before_change; drop table before_change`,
    );
    expect(found.map((one) => one.split(':')[0])).toContain(named);
  },
);

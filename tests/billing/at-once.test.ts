import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  cancelRun,
  changeSubscription,
  listInvoices,
  previewChange,
  readRun,
  readSubscription,
  startRun,
  startTrial,
} from '#domains/billing/contract.ts';
import { again, giveDetails, runBilling } from '#domains/billing/server/billing.fixture.ts';
import { stateCustomers } from '#domains/billing/server/customers/commit-customers.ts';
import { openBilling } from '#domains/billing/server/open-billing.ts';
import { createInvoices } from '#domains/billing/server/payments/invoices.fixture.ts';
import { runDue } from '#domains/billing/server/runs/run-due.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;

let server: TestServer;
let beside: TestServer;
let invoices: ReturnType<typeof createInvoices>;
beforeAll(async () => {
  server = await startTestServer();
  beside = await startTestServer({ beside: server.database, clock: server.clock });
  invoices = createInvoices(server);
});
afterAll(async () => {
  await beside.stop();
  await server.stop();
});

/** Returns an account that pays for five users a month, ten days into a period. */
async function subscribed(): Promise<TestAccount> {
  const account = await server.account('manufacturer');
  const body = { planId: 'starter', userCount: 5, assetCount: 100, billingCycle: 'monthly' } as const;
  await server.call(startTrial, { body }, { as: account });
  await giveDetails(server, account);
  server.clock.advance(14 * DAY + 1000);
  await runBilling(server);
  server.clock.advance(10 * DAY);
  await runBilling(server);
  return again(server, account);
}
const invoicesOf = async (as: TestAccount) => (await server.call(listInvoices, {}, { as })).body.billingHistory;
const change = (on: TestServer, as: TestAccount, body: object, key?: string) =>
  on.call(changeSubscription, { body }, { as, ...(key === undefined ? {} : { key }) });

test('two simultaneous changes on two servers cost the same as one after the other', async () => {
  const as = await subscribed();
  const both = { planId: 'professional', userCount: 9 } as const;
  const { now } = (await server.call(previewChange, { body: both }, { as })).body;
  const before = (await invoicesOf(as)).length;
  const answers = await Promise.all([
    change(server, as, { planId: 'professional' }),
    change(beside, as, { userCount: 9 }),
    change(server, as, both),
    change(beside, as, both),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect((await server.call(readSubscription, {}, { as })).body.subscription).toMatchObject({
    planId: 'professional',
    userCount: 9,
  });
  const made = (await invoicesOf(as)).slice(0, -before);
  expect(Math.round(made.reduce((sum, { amount }) => sum + amount * 100, 0))).toBe(Math.round((now?.gross ?? 0) * 100));
});

test('a change that is sent three times with a key makes one change and one invoice', async () => {
  const as = await subscribed();
  const before = (await invoicesOf(as)).length;
  const answers = await Promise.all([server, beside, server].map((on) => change(on, as, { userCount: 9 }, 'nine')));
  expect(answers.map(({ body }) => body.subscription?.userCount)).toEqual([9, 9, 9]);
  expect(await invoicesOf(as)).toHaveLength(before + 1);
  expect((await change(server, as, { userCount: 10 }, 'nine')).problem.code).toBe('request.idempotency_mismatch');
  expect((await server.call(readSubscription, {}, { as })).body.subscription?.userCount).toBe(9);
});

test('a trial that is requested on two servers at the same time, with and without keys, starts once', async () => {
  const as = await server.account('manufacturer');
  const body = { planId: 'starter', userCount: 1, assetCount: 0 } as const;
  const answers = await Promise.all(
    [server, beside, server, beside, server, beside].map((on, n) =>
      on.call(startTrial, { body }, { as, ...(n % 3 === 0 ? {} : { key: `trial-${n % 3}` }) }),
    ),
  );
  // Two requests with the same key get the same answer; all others come too late.
  const started = answers.filter(({ status }) => status === 200).length;
  expect([1, 2]).toContain(started);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(6 - started);
  const [row] = await server.database.sql<{ events: number }>(
    `select count(*)::int as events from billing_events where account_id = $1 and kind = 'trial_started'`,
    [as.id],
  );
  expect(row?.events).toBe(1);
});

/** Stores companies whose month ended two hours ago. */
async function storeCompanies(count: number, prefix: string): Promise<void> {
  const now = new Date(server.clock());
  const { database } = server.services;
  await sql`
    with made as (
      insert into accounts (id, username, role, created_at)
      select gen_random_uuid(), ${prefix} || n, 'manufacturer', ${now} from generate_series(1, ${count}::int) n returning id
    ), billed as (
      insert into billing_accounts (account_id, billed_name, street, city, postal_code, country)
      select id, 'Customer Company', '1 Market Street', 'Harrow Bay', '48201', 'US' from made returning account_id
    )
    insert into billing_subscriptions (
      account_id, status, plan_id, plan_version, cycle, users, assets, anchor, period_number, period_start, period_end, started_at, due_at,
      changed_at
    )
    select account_id, 'active', 'starter', 1, 'monthly', 3, 0, began, 0, began, began + interval '1 month', began,
      began + interval '1 month', ${now}
    from (select account_id, ${now}::timestamptz - interval '1 month' - interval '2 hours' as began from billed) as subscribed
  `.execute(database);
  const { rows } = await sql<{ id: string }>`select id from accounts where username like ${`${prefix}%`}`.execute(
    database,
  );
  const ids = rows.map(({ id }) => id);
  await database.transaction().execute((tx) => stateCustomers(tx, ids, 'details', server.clock));
}

/**
 * Returns the invoices of companies with a prefix: the number of accounts, the number of invoices, and their numbers.
 */
async function invoicedTo(prefix: string) {
  const rows = await server.database.sql<{ account: string; number: string | null; state: string }>(
    `select i.account_id as account, number, state from billing_invoices i join accounts on id = i.account_id
     where username like $1 || '%' order by number`,
    [prefix],
  );
  return { accounts: new Set(rows.map(({ account }) => account)).size, rows };
}

/** Checks that the numbers of all documents are consecutive within their year. */
async function expectNoGaps(): Promise<void> {
  const rows = await server.database.sql<{ gaps: number }>(`
    select count(*)::int as gaps from (
      select split_part(number, '-', 1) as year, count(*) as count, max(split_part(number, '-', 2)::int) as highest
      from billing_invoices where number is not null group by 1
    ) as years where count <> highest`);
  expect(rows).toEqual([{ gaps: 0 }]);
}

test('simultaneous runs on two servers, and changes meanwhile, invoice each company once, without a gap in the numbers', async () => {
  const as = await subscribed();
  await storeCompanies(250, 'at-once-');
  const billings = [server, beside, server].map(({ services }) => openBilling(services));
  const [counts] = await Promise.all([
    Promise.all(billings.map((billing) => runDue(billing))),
    (async () => {
      for (const userCount of [6, 7, 8, 9]) await change(server, as, { userCount });
    })(),
  ]);
  // The next run may process an account that one run left to another.
  const rest = await runDue(billings[0] as (typeof billings)[0]);
  const { accounts, rows } = await invoicedTo('at-once-');
  expect([accounts, rows.length, new Set(rows.map(({ number }) => number)).size]).toEqual([250, 250, 250]);
  expect(rows.every(({ state }) => state === 'open')).toBe(true);
  expect([...counts, rest].reduce((sum, { failed }) => sum + failed, 0)).toBe(0);
  await expectNoGaps();
  expect(await invoices.problems()).toEqual([]);
});

test('a run that is canceled and repeated invoices each company once', async () => {
  await storeCompanies(350, 'canceled-');
  const as = await again(server, await server.account('administrator'));
  const begun = await server.call(startRun, { body: {} }, { as });
  expect(begun.status).toBe(202);
  // Another run, on any server, waits for it.
  expect((await beside.call(startRun, { body: {} }, { as })).problem.code).toBe('billing.run_goes');
  await beside.call(cancelRun, { body: {} }, { as });
  let { run } = (await server.call(readRun, {}, { as })).body;
  while (run?.state === 'running') run = (await server.call(readRun, {}, { as })).body.run;
  expect(run?.state).toBe('canceled');
  const half = await invoicedTo('canceled-');
  expect(half.accounts).toBeLessThan(350);
  await runBilling(server);
  await runBilling(server);
  const { accounts, rows } = await invoicedTo('canceled-');
  expect([accounts, rows.length]).toEqual([350, 350]);
  expect(rows.every(({ number }) => number !== null)).toBe(true);
  await expectNoGaps();
  expect(await invoices.problems()).toEqual([]);
});

test('a run counts an account whose records are broken, leaves it unchanged, and processes all others', async () => {
  await storeCompanies(120, 'broken-');
  await server.database.sql(`
    update billing_subscriptions set plan_id = 'gone' where account_id = (
      select id from accounts where username = 'broken-60')`);
  const run = await runBilling(server);
  expect(run.failed).toBe(1);
  const { accounts, rows } = await invoicedTo('broken-');
  expect([accounts, rows.length]).toEqual([119, 119]);
  await server.database.sql(`
    update billing_subscriptions set plan_id = 'starter' where plan_id = 'gone'`);
  expect((await runBilling(server)).failed).toBe(0);
  expect((await invoicedTo('broken-')).accounts).toBe(120);
  server.clock.advance(HOUR);
  await expectNoGaps();
});

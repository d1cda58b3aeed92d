import { sql } from 'kysely';
import { readRun, startRun } from '#domains/billing/contract.ts';
import { stateCustomers } from '#domains/billing/server/customers/commit-customers.ts';
import { recordChanges } from '#domains/billing/server/subscription/record-changes.ts';
import { lockCustomers } from '#domains/billing/server/subscription/subscription-rows.ts';
import { openCalls } from './registry-calls.ts';
import type { Row } from './report.ts';
import type { Workspace } from './workspace.ts';

const SUBSCRIPTIONS = 10_000;
const SECONDS_MAX = 120;
const BLOCKS_AT_ONCE = 1000;
const POLL_MILLISECONDS = 100;

/** Measures a nightly run in which the period of every subscription ends: drafts, numbers, documents, blocks and books. */
export async function measureBilling(place: Workspace): Promise<Row> {
  await subscribeAll(place);
  await recordAll(place);
  const calls = await openCalls(place);
  const begun = performance.now();
  await calls(startRun, { body: {} });
  let run = (await calls(readRun, {})).run;
  while (run?.state === 'running') {
    await new Promise((resolve) => setTimeout(resolve, POLL_MILLISECONDS));
    run = (await calls(readRun, {})).run;
  }
  const seconds = (performance.now() - begun) / 1000;
  if (run?.state !== 'done' || run.invoices !== SUBSCRIPTIONS || run.failed > 0)
    throw new Error(`The run did not invoice ${SUBSCRIPTIONS} subscriptions: ${JSON.stringify(run)}`);
  return {
    what: `${SUBSCRIPTIONS.toLocaleString('en-US')} subscriptions invoiced in one run`,
    measured: `${seconds.toFixed(1)} s, ${Math.round(SUBSCRIPTIONS / seconds).toLocaleString('en-US')} invoices/s`,
    against: `${SECONDS_MAX} s`,
    ratio: seconds / SECONDS_MAX,
    bar: 1,
    lowerIsBetter: true,
  };
}

/** Stores subscriptions whose month ended two hours ago, so that the run also issues its drafts. */
async function subscribeAll({ services: { database } }: Workspace): Promise<void> {
  await sql`
    with customers as (
      insert into accounts (id, username, role, created_at)
      select gen_random_uuid(), 'customer-' || n, 'manufacturer', now() from generate_series(1, ${SUBSCRIPTIONS}::int) n returning id
    ), billed as (
      insert into billing_accounts (account_id, billed_name, street, city, postal_code, country)
      select id, 'Customer Company', '1 Market Street', 'Harrow Bay', '48201', 'US' from customers returning account_id
    )
    insert into billing_subscriptions (
      account_id, status, plan_id, plan_version, cycle, users, assets, anchor, period_number, period_start, period_end, started_at, due_at,
      changed_at
    )
    select account_id, 'active', 'professional', 1, 'monthly', 1 + n % 50, n, began, 0, began, began + interval '1 month', began,
      began + interval '1 month', now()
    from (
      select account_id, row_number() over () as n, now() - interval '1 month' - interval '2 hours' as began from billed
    ) as subscribed
  `.execute(database);
}

/** Records blocks of each subscription and of its billing details, with which a run compares them. */
async function recordAll({ services: { database, clock } }: Workspace): Promise<void> {
  const { rows } = await sql<{ id: string }>`select account_id as id from billing_subscriptions`.execute(database);
  for (let from = 0; from < rows.length; from += BLOCKS_AT_ONCE)
    await database.transaction().execute(async (tx) => {
      const ids = rows.slice(from, from + BLOCKS_AT_ONCE).map(({ id }) => id);
      const changes = (await lockCustomers(tx, ids)).flatMap(({ accountId, subscription: state }) =>
        state === undefined ? [] : [{ accountId, state, events: [] }],
      );
      await recordChanges(tx, changes, clock);
      await stateCustomers(tx, ids, 'details', clock);
    });
}

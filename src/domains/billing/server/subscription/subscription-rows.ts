import { sql } from 'kysely';
import { BillingCycle, PlanId, planOf, SubscriptionStatus, type Terms } from '#domains/billing/contract.ts';
import { findIdsBeginning } from '#domains/participants/server/index.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Committed } from './commit-to.ts';
import type { SubscriptionState } from './subscription-state.ts';

/** An account as a customer. Times are in seconds since 1970, in its billing time. */
export type Customer = {
  readonly accountId: string;
  readonly trialStartedAt: number | undefined;
  readonly hasDetails: boolean;
  readonly clockOffsetSeconds: number;
  readonly readOnlySince: number | undefined;
  readonly cardId: string | undefined;
  readonly subscription: SubscriptionState | undefined;
};

const seconds = (column: string) => sql.raw(`extract(epoch from ${column})::bigint`);

/** The columns of a customer: `a` is its row in `billing_accounts`, `s` in `billing_subscriptions`. */
export const customerColumns = sql`
  a.account_id as "accountId", ${seconds('a.trial_started_at')} as "trialStartedAt", a.billed_name is not null as "hasDetails",
  a.clock_offset_seconds as "clockOffsetSeconds", ${seconds('a.read_only_since')} as "readOnlySince", a.card_id as "cardId",
  s.status, s.plan_id as "planId", s.plan_version as "planVersion", s.cycle, s.users, s.assets, s.next_terms as "nextTerms",
  ${seconds('s.anchor')} as anchor, s.period_number as "periodNumber", ${seconds('s.period_start')} as "periodStart",
  ${seconds('s.period_end')} as "periodEnd", ${seconds('s.trial_end')} as "trialEnd", s.cancel_at_period_end as "cancelAtPeriodEnd",
  s.paid_ahead_cents as "paidAheadCents", ${seconds('s.started_at')} as "startedAt", ${seconds('s.ended_at')} as "endedAt",
  ${seconds('s.due_at')} as "dueAt"
`;

type StoredTerms = {
  readonly planId: string;
  readonly planVersion: number;
  readonly cycle: string;
  readonly users: number;
  readonly assets: number;
};

export type CustomerRow = StoredTerms & {
  readonly accountId: string;
  readonly trialStartedAt: number | null;
  readonly hasDetails: boolean;
  readonly clockOffsetSeconds: number;
  readonly readOnlySince: number | null;
  readonly cardId: string | null;
  readonly status: string | null;
  readonly nextTerms: StoredTerms | null;
  readonly anchor: number;
  readonly periodNumber: number;
  readonly periodStart: number;
  readonly periodEnd: number;
  readonly trialEnd: number | null;
  readonly cancelAtPeriodEnd: boolean;
  readonly paidAheadCents: number;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly dueAt: number | null;
};

/** Reads the customer data of an account. Undefined if it never was a customer. */
export async function findCustomer(db: Database, accountId: string): Promise<Customer | undefined> {
  const { rows } = await sql<CustomerRow>`
    select ${customerColumns} from billing_accounts a left join billing_subscriptions s using (account_id)
    where a.account_id = ${accountId}
  `.execute(db);
  return rows[0] && toCustomer(rows[0]);
}

/**
 * Reads and locks customers, in the order of their ids, without those locked by others if `skips`. They are read once they are locked:
 * a join that waits for the lock of one table has rows of the others from before it.
 */
export async function lockCustomers(
  tx: Database,
  accountIds: readonly string[],
  { skips = false } = {},
): Promise<Customer[]> {
  const { rows: locked } = await sql<{ id: string }>`
    select account_id as id from billing_accounts where account_id = any(${accountIds}::uuid[])
    order by account_id for update ${sql.raw(skips ? 'skip locked' : '')}
  `.execute(tx);
  const { rows } = await sql<CustomerRow>`
    select ${customerColumns} from billing_accounts a left join billing_subscriptions s using (account_id)
    where a.account_id = any(${locked.map(({ id }) => id)}::uuid[]) order by a.account_id
  `.execute(tx);
  return rows.map(toCustomer);
}

/** Ensures that an account has a row to lock. */
export async function ensureCustomer(tx: Database, accountId: string): Promise<void> {
  await sql`insert into billing_accounts (account_id) values (${accountId}) on conflict do nothing`.execute(tx);
}

export function toCustomer(row: CustomerRow): Customer {
  const { accountId, hasDetails, clockOffsetSeconds } = row;
  return {
    ...{ accountId, hasDetails, clockOffsetSeconds },
    trialStartedAt: row.trialStartedAt ?? undefined,
    readOnlySince: row.readOnlySince ?? undefined,
    cardId: row.cardId ?? undefined,
    subscription: row.status === null ? undefined : toState(row),
  };
}

function toState(row: CustomerRow): SubscriptionState {
  const { anchor, periodNumber, cancelAtPeriodEnd, paidAheadCents, startedAt } = row;
  return {
    ...{ anchor, periodNumber, cancelAtPeriodEnd, paidAheadCents, startedAt },
    status: SubscriptionStatus.parse(row.status),
    terms: toTerms(row),
    nextTerms: row.nextTerms === null ? undefined : toTerms(row.nextTerms),
    period: { start: row.periodStart, end: row.periodEnd },
    trialEnd: row.trialEnd ?? undefined,
    endedAt: row.endedAt ?? undefined,
    dueAt: row.dueAt ?? undefined,
  };
}

const toTerms = ({ planId, planVersion, cycle, users, assets }: StoredTerms): Terms => ({
  plan: planOf({ id: PlanId.parse(planId), version: planVersion }),
  cycle: BillingCycle.parse(cycle),
  ...{ users, assets },
});

const storedTerms = ({ plan, cycle, users, assets }: Terms): StoredTerms => ({
  ...{ planId: plan.id, planVersion: plan.version },
  ...{ cycle, users, assets },
});

type NewState = { readonly accountId: string; readonly state: SubscriptionState; readonly committed: Committed };

/** Stores the current state of subscriptions. The rows of their accounts are locked. */
export async function storeSubscriptions(tx: Database, states: readonly NewState[], clock: number): Promise<void> {
  if (states.length === 0) return;
  const rows = states.map(({ accountId, state, committed }) => ({
    ...storedTerms(state.terms),
    ...{ accountId, status: state.status, anchor: state.anchor, periodNumber: state.periodNumber },
    nextTerms: state.nextTerms === undefined ? null : storedTerms(state.nextTerms),
    ...{ periodStart: state.period.start, periodEnd: state.period.end, trialEnd: state.trialEnd ?? null },
    ...{ cancelAtPeriodEnd: state.cancelAtPeriodEnd, paidAheadCents: state.paidAheadCents },
    ...{ subscriptionId: committed.subscriptionId, secret: committed.secret.toString('hex') },
    ...{ startedAt: state.startedAt, endedAt: state.endedAt ?? null, dueAt: state.dueAt ?? null },
  }));
  await sql`
    insert into billing_subscriptions (
      account_id, status, plan_id, plan_version, cycle, users, assets, anchor, period_number, period_start, period_end, trial_end,
      cancel_at_period_end, next_terms, paid_ahead_cents, started_at, ended_at, due_at, subscription_id, secret, changed_at
    )
    select "accountId", status, "planId", "planVersion", cycle, users, assets, to_timestamp(anchor), "periodNumber",
      to_timestamp("periodStart"), to_timestamp("periodEnd"), to_timestamp("trialEnd"), "cancelAtPeriodEnd",
      nullif("nextTerms", 'null'), "paidAheadCents", to_timestamp("startedAt"), to_timestamp("endedAt"), to_timestamp("dueAt"),
      "subscriptionId", decode(secret, 'hex'), ${new Date(clock)}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (
      "accountId" uuid, status text, "planId" text, "planVersion" int, cycle text, users int, assets int, anchor float8,
      "periodNumber" int, "periodStart" float8, "periodEnd" float8, "trialEnd" float8, "cancelAtPeriodEnd" bool, "nextTerms" jsonb,
      "paidAheadCents" bigint, "startedAt" float8, "endedAt" float8, "dueAt" float8, "subscriptionId" text, secret text
    )
    on conflict (account_id) do update set (
      status, plan_id, plan_version, cycle, users, assets, anchor, period_number, period_start, period_end, trial_end,
      cancel_at_period_end, next_terms, paid_ahead_cents, started_at, ended_at, due_at, subscription_id, secret, changed_at
    ) = row (
      excluded.status, excluded.plan_id, excluded.plan_version, excluded.cycle, excluded.users, excluded.assets, excluded.anchor,
      excluded.period_number, excluded.period_start, excluded.period_end, excluded.trial_end, excluded.cancel_at_period_end,
      excluded.next_terms, excluded.paid_ahead_cents, excluded.started_at, excluded.ended_at, excluded.due_at, excluded.subscription_id,
      excluded.secret, excluded.changed_at
    )
  `.execute(tx);
}

type CustomerList = {
  readonly status: string | undefined;
  /** The beginning of a username. */
  readonly search: string | undefined;
  readonly limit: number;
  readonly offset: number;
};

/** Reads a page of the customers with a subscription, the newest first, and counts them all. */
export async function readCustomers(
  db: Database,
  { status, search, limit, offset }: CustomerList,
): Promise<{ customers: Customer[]; total: number }> {
  const ids = search === undefined || search === '' ? null : await findIdsBeginning(db, search);
  const found = sql`
    (${status ?? null}::text is null or s.status = ${status ?? null}) and (${ids}::uuid[] is null or s.account_id = any(${ids}::uuid[]))
  `;
  const [{ rows }, counted] = await Promise.all([
    sql<CustomerRow>`
      select ${customerColumns} from billing_subscriptions s join billing_accounts a using (account_id) where ${found}
      order by s.started_at desc, s.account_id limit ${limit} offset ${offset}
    `.execute(db),
    sql<{ total: number }>`select count(*)::bigint as total from billing_subscriptions s where ${found}`.execute(db),
  ]);
  return { customers: rows.map(toCustomer), total: counted.rows[0]?.total ?? 0 };
}

import { sql } from 'kysely';
import type { Billing } from '../billing.ts';
import { restoreDrafts } from './restore-drafts.ts';
import { restoreReminders } from './restore-reminders.ts';
import { restoreTimes } from './restore-times.ts';
import { takeSteps } from './take-steps.ts';

/** The most accounts in one transaction. Others wait for the head of the chain meanwhile, so it is short. */
const AT_ONCE = 100;
/** The most steps of one account in one run; the next run continues. */
const ROUNDS_MAX = 200;

export type RunCounts = { done: number; failed: number; invoices: number };

export type RunOptions = {
  /** Only this account. */
  readonly accountId?: string | undefined;
  /** Whether all subscriptions, open drafts and reminders are compared with their blocks first, and their times restored. */
  readonly restores?: boolean | undefined;
  /** Called after each batch. Returning false cancels the run there. */
  readonly onProgress?: ((counts: RunCounts) => Promise<boolean>) | undefined;
};

/**
 * Takes due steps of all accounts, one by one, until nothing is due. Each batch is durable, so a run may be canceled, stopped or
 * repeated at any time, and concurrent runs share the work. An account with broken records is left unchanged, counted and logged.
 */
export async function runDue(
  billing: Billing,
  { accountId, restores = false, onProgress }: RunOptions = {},
): Promise<RunCounts> {
  const counts: RunCounts = { done: 0, failed: 0, invoices: 0 };
  const failed = new Set<string>();
  if (restores) {
    for (const restore of [restoreTimes, restoreDrafts, restoreReminders])
      for (const id of await restore(billing)) failed.add(id);
    counts.failed = failed.size;
    billing.forgetLimits();
  }
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    let acted = 0;
    for (let after: string | undefined; ; ) {
      const due = await readDue(billing, accountId, after);
      acted += await takeBatch(
        billing,
        due.filter((id) => !failed.has(id)),
        { counts, failed },
      );
      if (onProgress !== undefined && !(await onProgress(counts))) return counts;
      if (due.length < AT_ONCE) break;
      after = due.at(-1);
    }
    if (acted === 0) break;
  }
  return counts;
}

/** Returns a round that takes due steps, and the first time of each day compares all subscriptions and open drafts with their blocks. */
export function runDaily(billing: Billing): () => Promise<void> {
  let compared: string | undefined;
  return async () => {
    if (!billing.config.enabled) return;
    const today = new Date(billing.clock()).toISOString().slice(0, 10);
    await runDue(billing, { restores: compared !== today });
    compared = today;
  };
}

/** Takes a step of all accounts together, or one by one if that fails. Returns the number of accounts that took one. */
async function takeBatch(
  billing: Billing,
  accountIds: readonly string[],
  { counts, failed }: { counts: RunCounts; failed: Set<string> },
): Promise<number> {
  if (accountIds.length === 0) return 0;
  const { database, log } = billing;
  try {
    const { accounts, issued, toCharge } = await database
      .transaction()
      .execute((tx) => takeSteps(tx, billing, accountIds));
    billing.forgetLimits();
    counts.done += accounts;
    counts.invoices += issued;
    for (const invoiceId of toCharge) await billing.charge(invoiceId);
    return accounts;
  } catch (error) {
    const [only] = accountIds;
    if (accountIds.length === 1 && only !== undefined) {
      failed.add(only);
      counts.failed += 1;
      log.error({ err: error, account: only }, 'billing of an account failed; it is left unchanged');
      return 0;
    }
    let acted = 0;
    for (const one of accountIds) acted += await takeBatch(billing, [one], { counts, failed });
    return acted;
  }
}

/** Reads accounts with something due, by their ids. */
async function readDue(
  { database, clock }: Billing,
  only: string | undefined,
  after: string | undefined,
): Promise<string[]> {
  const now = new Date(clock());
  const { rows } = await sql<{ id: string }>`
    with latest as (
      select ${now}::timestamptz + make_interval(secs => coalesce(max(clock_offset_seconds), 0)) as at
      from billing_accounts where clock_offset_seconds > 0
    ), due as (
      select account_id, due_at as at from billing_subscriptions, latest where due_at <= latest.at
      union all
      select account_id, dunning_at from billing_invoices, latest where dunning_at <= latest.at
      union all
      select account_id, created_at + interval '1 hour' from billing_invoices, latest where state = 'draft' and created_at <= latest.at
    )
    select distinct account_id as id from due join billing_accounts a using (account_id)
    where due.at <= ${now}::timestamptz + make_interval(secs => a.clock_offset_seconds)
      and (${only ?? null}::uuid is null or account_id = ${only ?? null}::uuid)
      and (${after ?? null}::uuid is null or account_id > ${after ?? null}::uuid)
    order by 1 limit ${AT_ONCE}
  `.execute(database);
  return rows.map(({ id }) => id);
}

/** Counts the accounts with something due. */
export async function countDue(billing: Billing): Promise<number> {
  const now = new Date(billing.clock());
  const { rows } = await sql<{ count: number }>`
    select count(distinct account_id)::bigint as count from (
      select account_id, due_at as at from billing_subscriptions where due_at is not null
      union all select account_id, dunning_at from billing_invoices where dunning_at is not null
      union all select account_id, created_at + interval '1 hour' from billing_invoices where state = 'draft'
    ) as due join billing_accounts a using (account_id)
    where due.at <= ${now}::timestamptz + make_interval(secs => a.clock_offset_seconds)
  `.execute(billing.database);
  return rows[0]?.count ?? 0;
}

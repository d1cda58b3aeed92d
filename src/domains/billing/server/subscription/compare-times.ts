import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';
import type { Differences } from '#platform/server/differences.ts';
import { dunningSteps } from '../dunning/dunning-steps.ts';

const LISTED_MAX = 500;

/**
 * Finds open invoices whose next reminder does not follow from their due day, and accounts that could start the trial again: their row
 * has another beginning of the trial than their events, which blocks cover.
 */
export async function compareTimes(tx: Database, differences: Differences): Promise<void> {
  const days = dunningSteps.map(({ day }) => day);
  const { rows: invoices } = await sql<{ id: string }>`
    select invoice_id as id from billing_invoices
    where kind = 'invoice' and state = 'open'
      and dunning_at is distinct from due_at + make_interval(hours => 24 * (${days}::int[])[dunning_step + 1])
    order by 1 limit ${LISTED_MAX}
  `.execute(tx);
  for (const { id } of invoices)
    differences.add('billing_invoices', `${id} is open, but the next reminder does not follow from its due day`);
  const { rows: accounts } = await sql<{ id: string }>`
    select account_id as id from billing_accounts a
    full join (
      select account_id, min(at) as at from billing_events where kind = 'trial_started' group by 1
    ) as began using (account_id)
    where a.trial_started_at is distinct from began.at
    order by 1 limit ${LISTED_MAX}
  `.execute(tx);
  for (const { id } of accounts)
    differences.add('billing_accounts', `the account ${id} began its trial at another time than its blocks state`);
}

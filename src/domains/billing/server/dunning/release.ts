import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';
import { addEvents } from '../events.ts';
import { READ_ONLY_STEP } from './dunning-steps.ts';

/** Whether the invoice `i` makes its account read-only. */
export const stopsRecording = sql`
  i.state in ('open', 'uncollectible') and i.dunning_step >= ${READ_ONLY_STEP}
  and i.gross_cents - i.credit_cents - i.credited_cents - i.paid_cents > 0
`;

/**
 * Lets an account record again once none of the invoices that made it read-only is unpaid. The row of the account is locked. Reports
 * whether it did.
 */
export async function releaseIfPaid(tx: Database, accountId: string, at: number, clock: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update billing_accounts set read_only_since = null
    where account_id = ${accountId} and read_only_since is not null and not exists (
      select 1 from billing_invoices i
      where i.account_id = billing_accounts.account_id and ${stopsRecording}
    )
  `.execute(tx);
  if (numAffectedRows !== 1n) return false;
  await addEvents(tx, [{ accountId, at, kind: 'read_only_ended', isMessage: true }], clock);
  return true;
}

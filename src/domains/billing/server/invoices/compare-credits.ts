import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';
import type { Differences } from '#platform/server/differences.ts';
import { stopsRecording } from '../dunning/release.ts';
import { describeUnstated, readUnstatedCredits } from './unstated-credits.ts';

const EXAMPLES = 500;

/**
 * Compares the credit of accounts with the invoices from which it follows, which are compared with their blocks. Finds accounts that may record
 * although an invoice makes them read-only, or the other way around.
 */
export async function compareCredits(tx: Database, differences: Differences): Promise<void> {
  for (const unstated of await readUnstatedCredits(tx, { limit: EXAMPLES }))
    differences.add('billing_credits', describeUnstated(unstated));
  await compareReadOnly(tx, differences);
}

async function compareReadOnly(tx: Database, differences: Differences): Promise<void> {
  const { rows } = await sql<{ id: string; stopped: boolean }>`
    select account_id as id, read_only_since is not null as stopped from billing_accounts a
    where (read_only_since is not null) <> exists (
      select 1 from billing_invoices i where i.account_id = a.account_id and ${stopsRecording}
    ) order by 1 limit ${EXAMPLES}
  `.execute(tx);
  for (const { id, stopped } of rows)
    differences.add(
      'billing_accounts',
      stopped
        ? `${id} is read-only, but no invoice of it makes it so`
        : `${id} may record, but an invoice of it makes it read-only`,
    );
}

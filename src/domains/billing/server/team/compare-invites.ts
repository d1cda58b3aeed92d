import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';
import type { Differences } from '#platform/server/differences.ts';
import { describeAlteredInvite, readInvites } from './state-invites.ts';

const PAGE = 500;

/**
 * Compares every invite with the blocks that state it and its end. Accepts invites without a block that were made before the first such block. A ledger
 * without any is from before them.
 */
export async function compareInvites(tx: Database, differences: Differences): Promise<void> {
  const { rows } = await sql<{ at: number | null }>`
    select min(timestamp) as at from ledger_blocks where domain = 'billing' and action = 'billing.invite_made'
  `.execute(tx);
  const first = rows[0]?.at ?? undefined;
  if (first === undefined) return;
  for (let after: string | undefined; ; ) {
    const invites = await readInvites(tx, { after, limit: PAGE });
    for (const invite of invites) {
      const problem = describeAlteredInvite(invite);
      if (problem !== undefined) differences.add('billing_invites', `the invite ${invite.id} ${problem}`);
    }
    after = invites.at(-1)?.id;
    if (invites.length < PAGE) return;
  }
}

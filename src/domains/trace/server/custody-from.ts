import type { Database } from '#platform/server/database/database.ts';

/**
 * Returns the index of the first block whose event is judged by the protection of custody: 0, or for a ledger that is
 * older than the protection, its length at the upgrade.
 */
export async function readCustodyFrom(db: Database): Promise<number> {
  const row = await db.selectFrom('trace_progress').select('custody_from').executeTakeFirst();
  return row?.custody_from ?? 0;
}

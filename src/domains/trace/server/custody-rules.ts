import type { CustodyRules } from '#domains/trace/contract/journey/journey.ts';
import type { Database } from '#platform/server/database/database.ts';

/** Returns the blocks from which custody is protected: 0, or the length of an older ledger when it was upgraded. */
export async function readCustodyRules(db: Database): Promise<CustodyRules> {
  const row = await db.selectFrom('trace_progress').select(['custody_from', 'receipts_only_from']).executeTakeFirst();
  return { protectedFrom: row?.custody_from ?? 0, receiptsOnlyFrom: row?.receipts_only_from ?? 0 };
}

import { KEY_CHANGE_ACTION } from '@cairn/ledger-proof';
import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';

/** Reads the indexes of an asset's events after `after`, ascending, up to `limit`. */
export async function readIndexesOfAsset(
  db: Database,
  assetId: string,
  range: { after: number | undefined; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('blocks')
    .select('index')
    .where('asset_id', '=', assetId)
    .where(sql`ledger_block_domain(action)`, '=', 'trace')
    .where('index', '>', range.after ?? -1)
    .orderBy('index')
    .limit(range.limit)
    .execute();
  return rows.map(({ index }) => index);
}

/** Returns the indexes of the blocks below `size` that announced a key. */
export async function readIndexesOfKeys(db: Database, size: number): Promise<number[]> {
  const rows = await db
    .selectFrom('blocks')
    .select('index')
    .where('action', '=', KEY_CHANGE_ACTION)
    .where('index', '<', size)
    .orderBy('index')
    .execute();
  return rows.map(({ index }) => index);
}

/** Returns the entries of these blocks by index: the exact bytes that were hashed. */
export async function readEntriesAt(db: Database, indexes: readonly number[]): Promise<Map<number, Uint8Array>> {
  const { rows } = await sql<{ index: number; entry: string }>`
    select index, '{"data":' || data || ',"index":' || index || ',"prev_hash":"' || encode(prev_hash, 'hex')
      || '","timestamp":' || timestamp || '}' as entry
    from blocks where index = any(${indexes}::bigint[])
  `.execute(db);
  return new Map(rows.map(({ index, entry }) => [index, Buffer.from(entry)]));
}

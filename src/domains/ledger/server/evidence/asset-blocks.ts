import { KEY_CHANGE_ACTION } from '@cairn/ledger-proof';
import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';

/** The limits of one file: `max` items and about `bytesMax` bytes. */
export type FileLimit = { readonly max: number; readonly bytesMax: number };

/** The range of an asset's blocks in one file, after `after`. */
export type AssetRange = FileLimit & { readonly after: number | undefined };

/** Returns how many items of these sizes fit in one file, in this order. The first always fits. */
export function countFitting(bytes: readonly number[], { max, bytesMax }: FileLimit): number {
  let left = bytesMax;
  const end = bytes.findIndex((size, n) => {
    left -= size;
    return n > 0 && (left < 0 || n === max);
  });
  return end === -1 ? bytes.length : end;
}

/**
 * Reads the indexes of an asset's events in this range, ascending. The first is always included. `next` is the `after`
 * of the next range, if there are more.
 */
export async function readIndexesOfAsset(
  db: Database,
  assetId: string,
  range: AssetRange,
): Promise<{ indexes: number[]; next: number | undefined }> {
  const rows = await db
    .selectFrom('blocks')
    .select(['index', sql<number>`octet_length(data)`.as('bytes')])
    .where('asset_id', '=', assetId)
    .where(sql`ledger_block_domain(action)`, '=', 'trace')
    .where('index', '>', range.after ?? -1)
    .orderBy('index')
    .limit(range.max + 1)
    .execute();
  const fitting = rows.slice(
    0,
    countFitting(
      rows.map(({ bytes }) => bytes),
      range,
    ),
  );
  const indexes = fitting.map(({ index }) => index);
  return { indexes, next: indexes.length < rows.length ? indexes.at(-1) : undefined };
}

/** Returns the size of the data of each of these blocks in bytes, by index. */
export async function readSizesAt(db: Database, indexes: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ index: number; bytes: number }>`
    select index, octet_length(data) as bytes from blocks where index = any(${indexes}::bigint[])
  `.execute(db);
  return new Map(rows.map(({ index, bytes }) => [index, bytes]));
}

/** Returns a hash over the current stored content of these blocks. It does not prove that they are unchanged. */
export async function readFingerprint(db: Database, indexes: readonly number[]): Promise<string> {
  const { rows } = await sql<{ hash: string | null }>`
    select encode(sha256(convert_to(string_agg(index || ' ' || timestamp || ' ' || encode(prev_hash, 'hex') || data, ' ' order by index), 'UTF8')), 'hex') as hash
    from blocks where index = any(${indexes}::bigint[])
  `.execute(db);
  return rows[0]?.hash ?? '';
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

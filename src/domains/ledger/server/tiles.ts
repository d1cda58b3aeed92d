import {
  decodeEntryBundle,
  encodeEntryBundle,
  HASH_LENGTH,
  leafHash,
  type ReadTile,
  type TreeNode,
} from '@cairn/ledger-proof';
import { sql } from 'kysely';
import { counted } from '#platform/contract/counted.ts';
import type { Database } from '#platform/server/database/database.ts';
import { LedgerDamage } from './report-damage.ts';
import { nodeSha256 } from './seal-blocks.ts';

/**
 * Reads the first `width` hashes of a tile (C2SP tlog-tiles), 32 bytes each. Returns undefined if the tile has fewer.
 * Level 0 has the hashes of the blocks; `storeNodes` stores the levels above.
 */
export async function readTile(
  db: Database,
  level: number,
  index: bigint,
  width: number,
): Promise<Uint8Array | undefined> {
  if (index > BigInt(Number.MAX_SAFE_INTEGER) / 256n) return undefined;
  return level === 0 ? readLeafTile(db, Number(index), width) : readUpperTile(db, level, Number(index), width);
}

async function readLeafTile(db: Database, index: number, width: number): Promise<Uint8Array | undefined> {
  const first = index * 256;
  const rows = await db
    .selectFrom('blocks')
    .select('hash')
    .where('index', '>=', first)
    .where('index', '<', first + width)
    .orderBy('index')
    .execute();
  return rows.length === width ? Buffer.concat(rows.map((row) => row.hash)) : undefined;
}

async function readUpperTile(
  db: Database,
  level: number,
  index: number,
  width: number,
): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom('merkle_tiles')
    .select('hashes')
    .where('level', '=', level)
    .where('index', '=', index)
    .executeTakeFirst();
  const length = width * HASH_LENGTH;
  return row === undefined || row.hashes.length < length ? undefined : row.hashes.subarray(0, length);
}

/** Returns the tile reader for proofs. It throws for a missing tile, which means that the tables disagree. */
export const tileReader =
  (db: Database): ReadTile =>
  async (level, index, width) => {
    const tile = await readTile(db, level, index, width);
    if (tile === undefined)
      throw new LedgerDamage(`The Merkle tile ${level}/${index} does not hold ${counted(width, 'hash', 'hashes')}.`);
    return tile;
  };

/** Reads the bundle of `width` log entries at `index`: each is a block's canonical text without its hash. */
export async function readEntryBundle(db: Database, index: bigint, width: number): Promise<Uint8Array | undefined> {
  if (index > BigInt(Number.MAX_SAFE_INTEGER) / 256n) return undefined;
  const first = Number(index) * 256;
  const { rows } = await sql<{ entry: string }>`
    select '{"data":' || data || ',"index":' || index || ',"prev_hash":"' || encode(prev_hash, 'hex')
      || '","timestamp":' || timestamp || '}' as entry
    from blocks where index >= ${first} and index < ${first + width} order by index
  `.execute(db);
  return rows.length === width ? encodeEntryBundle(rows.map((row) => Buffer.from(row.entry))) : undefined;
}

/** Returns the leaf hashes of a bundle's entries, 32 bytes each. */
export const hashEntries = (bundle: Uint8Array): Buffer =>
  Buffer.concat(decodeEntryBundle(bundle).map((entry) => leafHash(entry, nodeSha256)));

/** A complete subtree that tiles store: of 256, 65,536, … leaves. */
export type TileNode = { readonly node: TreeNode; readonly hash: Uint8Array };

/** Reports whether tiles store this subtree's hash. Leaves are stored in the blocks. */
export const isStoredNode = (node: TreeNode): boolean => node.level > 0 && node.level % 8 === 0;

/** Adds the hashes of complete subtrees to their tiles, in the order of completion. Safe to repeat. */
export async function storeNodes(tx: Database, nodes: readonly TileNode[]): Promise<void> {
  const tiles = new Map<string, { level: number; index: number; offset: number; hashes: Uint8Array[] }>();
  for (const { node, hash } of nodes) {
    const level = node.level / 8;
    const index = Number(node.index >> 8n);
    const tile = tiles.get(`${level}/${index}`) ?? { level, index, offset: Number(node.index & 255n), hashes: [] };
    tile.hashes.push(hash);
    tiles.set(`${level}/${index}`, tile);
  }
  for (const { level, index, offset, hashes } of tiles.values()) {
    const bytes = Buffer.concat(hashes);
    await sql`
      insert into merkle_tiles (level, index, hashes) values (${level}, ${index}, ${bytes})
      on conflict (level, index) do update
      set hashes = substring(merkle_tiles.hashes from 1 for ${offset * HASH_LENGTH}) || excluded.hashes
    `.execute(tx);
  }
}

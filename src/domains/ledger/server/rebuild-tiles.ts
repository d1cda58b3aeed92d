import { createTreeAccumulator } from '@cairn/ledger-proof';
import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';
import { readCheckpoint } from './checkpoints.ts';
import { nodeSha256 } from './seal-blocks.ts';
import { isStoredNode } from './tiles.ts';

const PAGE = 16_384;
const TILE_HASHES = 256;

/**
 * Recomputes the Merkle tiles from the hashes of the signed blocks, and returns a description of each that differs.
 * With `repair`, writes the computed ones. It does not check the blocks; validation does.
 */
export async function rebuildTiles(db: Database, repair: boolean): Promise<string[]> {
  const wrong: string[] = [];
  const filling = new Map<number, { index: number; hashes: Uint8Array[] }>();
  const complete: { level: number; index: number; hashes: Uint8Array[] }[] = [];
  const tree = createTreeAccumulator({
    sha256: nodeSha256,
    onNode(node, hash) {
      if (!isStoredNode(node)) return;
      const level = node.level / 8;
      const index = Number(node.index / BigInt(TILE_HASHES));
      const tile = filling.get(level) ?? { index, hashes: [] };
      tile.hashes.push(hash);
      filling.set(level, tile);
      if (tile.hashes.length < TILE_HASHES) return;
      filling.delete(level);
      complete.push({ level, ...tile });
    },
  });
  let tiles = 0;
  const compare = async (made: readonly { level: number; index: number; hashes: Uint8Array[] }[]) => {
    for (const tile of made) {
      tiles += 1;
      if (!(await compareTile(db, tile, repair))) wrong.push(`tile ${tile.level}/${tile.index} differs`);
    }
  };

  const size = (await readCheckpoint(db))?.size ?? 0;
  for (let first = 0; first < size; first += PAGE) {
    for (const hash of await readHashes(db, first, Math.min(first + PAGE, size))) tree.append(hash);
    await compare(complete.splice(0));
  }
  await compare([...filling].map(([level, tile]) => ({ level, ...tile })));
  const kept = await db
    .selectFrom('merkle_tiles')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (kept.count > tiles) wrong.push(`${kept.count - tiles} tiles do not belong to a signed tree`);
  return wrong;
}

async function readHashes(db: Database, first: number, end: number): Promise<Uint8Array[]> {
  const rows = await db
    .selectFrom('blocks')
    .select('hash')
    .where('index', '>=', first)
    .where('index', '<', end)
    .orderBy('index')
    .execute();
  return rows.map((row) => new Uint8Array(row.hash));
}

async function compareTile(
  db: Database,
  tile: { level: number; index: number; hashes: readonly Uint8Array[] },
  repair: boolean,
): Promise<boolean> {
  const bytes = Buffer.concat(tile.hashes);
  const kept = await db
    .selectFrom('merkle_tiles')
    .select('hashes')
    .where('level', '=', tile.level)
    .where('index', '=', tile.index)
    .executeTakeFirst();
  if (kept?.hashes.equals(bytes)) return true;
  if (repair)
    await sql`
      insert into merkle_tiles (level, index, hashes) values (${tile.level}, ${tile.index}, ${bytes})
      on conflict (level, index) do update set hashes = excluded.hashes
    `.execute(db);
  return false;
}

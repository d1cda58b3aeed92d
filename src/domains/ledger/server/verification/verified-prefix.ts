import { type CompactRange, createTreeAccumulator } from '@cairn/ledger-proof';
import type { Database } from '#platform/server/database/database.ts';
import { nodeSha256 } from '../seal-blocks.ts';
import { GENESIS_LINK, type Link } from './check-blocks.ts';

/** The state of verification: the last verified block, and the right edge of the Merkle tree after it. */
export type VerifiedPrefix = { readonly link: Link; readonly range: CompactRange };

export const EMPTY_PREFIX: VerifiedPrefix = { link: GENESIS_LINK, range: { size: 0n, hashes: [] } };

/** Returns the number of blocks in the prefix. */
export const sizeOf = ({ range }: VerifiedPrefix): number => Number(range.size);

/** Returns the Merkle root of the prefix. */
export const rootOf = ({ range }: VerifiedPrefix): Uint8Array =>
  createTreeAccumulator({ from: range, sha256: nodeSha256 }).root();

/** Reports whether the last block of `prefix` is stored with the hash and timestamp that the prefix continues from. */
export async function endsAtStoredBlock(db: Database, prefix: VerifiedPrefix): Promise<boolean> {
  if (prefix.range.size === 0n) return true;
  const row = await db
    .selectFrom('blocks')
    .select(['hash', 'timestamp'])
    .where('index', '=', sizeOf(prefix) - 1)
    .executeTakeFirst();
  return row?.timestamp === prefix.link.timestamp && row.hash.equals(prefix.link.hash);
}

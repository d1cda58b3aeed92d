import type { LogKeys, TreeHead } from '@cairn/ledger-proof';
import type { Database } from '#platform/server/database/database.ts';
import { readCheckpointsBetween } from '../checkpoints.ts';
import { openCheckpoint } from '../log-keys.ts';
import { type ChainFault, notSigned } from './check-blocks.ts';

/**
 * Returns the trees of the stored checkpoints over more than `above` and at most `upTo` blocks, ascending. Returns the
 * fault of the first one that this ledger did not sign; an earlier one covers `agreed` blocks.
 */
export async function readSignedHeads(
  database: Database,
  keys: LogKeys,
  above: number,
  upTo: number,
  agreed: number,
): Promise<TreeHead[] | { readonly fault: ChainFault }> {
  const heads: TreeHead[] = [];
  for (const { size, note } of await readCheckpointsBetween(database, above, upTo)) {
    const head = await openCheckpoint(keys, note).catch(() => undefined);
    if (head === undefined || head.size !== BigInt(size)) return { fault: notSigned(size, agreed) };
    heads.push(head);
  }
  return heads;
}

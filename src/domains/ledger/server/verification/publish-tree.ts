import type { Database } from '#platform/server/database/database.ts';
import { indexHashes } from '../blocks.ts';
import { signCheckpoint, storeCheckpoint } from '../checkpoints.ts';
import type { LedgerSigner } from '../signing-key.ts';
import { storeNodes } from '../tiles.ts';
import type { Step } from './follow-chain.ts';
import { rootOf, sizeOf, type VerifiedPrefix } from './verified-prefix.ts';
import { writeVerifiedLength } from './verifier-state.ts';

/** Verified blocks whose tiles and hashes are not stored yet. */
export type UnsavedStep = Pick<Step, 'first' | 'nodes' | 'leaves'>;

/** Signs the tree of `prefix`, and stores the checkpoint with the tiles and hashes of the steps that lead to it. */
export async function publishTree(
  database: Database,
  signer: LedgerSigner,
  prefix: VerifiedPrefix,
  steps: readonly UnsavedStep[],
): Promise<void> {
  const note = await signCheckpoint(signer, { size: prefix.range.size, root: rootOf(prefix) });
  await database.transaction().execute(async (tx) => {
    await storeNodes(
      tx,
      steps.flatMap(({ nodes }) => nodes),
    );
    for (const { first, leaves } of steps) await indexHashes(tx, first, leaves);
    await storeCheckpoint(tx, sizeOf(prefix), note);
    await writeVerifiedLength(tx, sizeOf(prefix));
  });
}

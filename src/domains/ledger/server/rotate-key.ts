import { formatVerifierKey, signKeyChange, type VerifierKey } from '@cairn/ledger-proof';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import { appendBlocks } from './batch.ts';
import { lockHead } from './blocks.ts';
import { ledgerBlockTypes } from './ledger-block-types.ts';
import { readLogKeys } from './log-keys.ts';
import type { LedgerSigner } from './signing-key.ts';

/**
 * Appends the block that announces `newKey`, signed by the current key for exactly this index, and returns the index.
 * The new key signs from the first checkpoint that covers the block. Idempotent: if `newKey` is already current,
 * returns the index of its announcement.
 */
export async function rotateKey(
  database: Database,
  signer: LedgerSigner,
  newKey: VerifierKey,
  clock: Clock,
): Promise<number> {
  return database.transaction().execute(async (tx) => {
    const { length } = await lockHead(tx);
    const current = (await readLogKeys(tx, signer.firstKey)).at(-1);
    const vkey = current === undefined ? undefined : formatVerifierKey(current.key);
    if (current !== undefined && vkey === formatVerifierKey(newKey)) return Number(current.from) - 1;
    if (vkey !== formatVerifierKey(signer.key))
      throw new Error(`The current key is ${vkey}, and only it can announce another. Configure that key first.`);
    // Read under the lock, so that no other block can take the signed index.
    await appendBlocks(tx, [ledgerBlockTypes.draft(await signKeyChange(length, signer, newKey))], clock);
    return length;
  });
}

import { formatVerifierKey, signKeyChange, type VerifierKey } from '@cairn/ledger-proof';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import { appendBlocks } from './batch.ts';
import { lockHead } from './blocks.ts';
import { ledgerBlockTypes } from './ledger-block-types.ts';
import { readLogKeys } from './log-keys.ts';
import type { LedgerSigner } from './signing-key.ts';

/**
 * Appends the block that announces `newKey`, signed by the key in force for exactly this place, and gives its index. From the
 * first checkpoint that covers it on, the new key signs. Done once however often it is asked: where `newKey` is in force
 * already, the index is that of the block that announced it.
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
      throw new Error(`The key in force is ${vkey}, and only it can announce another. Configure that one first.`);
    // The index is under the lock: nobody can take the place that is signed for.
    await appendBlocks(tx, [ledgerBlockTypes.draft(await signKeyChange(length, signer, newKey))], clock);
    return length;
  });
}

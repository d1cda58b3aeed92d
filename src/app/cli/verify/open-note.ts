import { type LogKeys, ProofError, type VerifiedCheckpoint, verifyCheckpointByKeys } from '@cairn/ledger-proof';
import { present } from '#platform/contract/present.ts';
import type { Trust } from './trust.ts';

/** Opens a checkpoint signed by the log's key for its size and by all `witnesses`, or returns why it is not. */
export async function openNote(
  note: string,
  keys: LogKeys,
  witnesses: Trust['witnesses'] = [],
): Promise<VerifiedCheckpoint | ProofError> {
  try {
    return await verifyCheckpointByKeys(note, keys, { witnessKeys: witnesses, quorum: witnesses.length });
  } catch (error) {
    if (error instanceof ProofError) return error;
    throw error;
  }
}

/** Returns one line for each required witness, with the time of its cosignature. */
export function describeCosignatures({ checkpoint, cosignatures }: VerifiedCheckpoint): string[] {
  return cosignatures.map(({ key, timestamp }) => {
    const time = new Date(Number(present(timestamp, 'a cosignature names its time')) * 1000).toISOString();
    return `${key.name} cosigned the first ${checkpoint.size.toLocaleString('en-US')} blocks at ${time}.`;
  });
}

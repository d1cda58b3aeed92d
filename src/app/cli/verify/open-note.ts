import {
  type LogKeys,
  ProofError,
  parseCheckpoint,
  parseNote,
  type TreeHead,
  type VerifiedCheckpoint,
  verifyCheckpointByKeys,
} from '@cairn/ledger-proof';
import { counted } from '#platform/contract/counted.ts';
import { present } from '#platform/contract/present.ts';
import type { Trust } from './trust.ts';

/**
 * Opens a checkpoint signed by the log's key for its size and by all `witnesses`, or returns why a signature is
 * missing.
 */
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

/** Returns the size that a note states, without verifying it. A note that cannot be parsed counts as empty. */
export function claimedSize(note: string): bigint {
  try {
    return parseCheckpoint(parseNote(note).text).size;
  } catch {
    return 0n;
  }
}

/** Yields the trees of the notes that the log's key signed. Other notes prove nothing and are omitted. */
export async function* openAll(
  checkpointsAbove: (above: bigint) => Promise<readonly string[]>,
  keys: LogKeys,
): AsyncGenerator<TreeHead> {
  for (let above = 0n; ; ) {
    const notes = await checkpointsAbove(above);
    const opened = await Promise.all(notes.map((note) => openNote(note, keys)));
    const heads = opened.flatMap((one) => (one instanceof ProofError ? [] : [one.checkpoint]));
    yield* heads;
    const last = heads.at(-1)?.size ?? above;
    // A server that repeats notes, or sends only notes of other signers, would keep this running.
    if (last <= above) return;
    above = last;
  }
}

/** Returns one line for each required witness, with the time of its cosignature. */
export function describeCosignatures({ checkpoint, cosignatures }: VerifiedCheckpoint): string[] {
  return cosignatures.map(({ key, timestamp }) => {
    const time = new Date(Number(present(timestamp, 'a cosignature names its time')) * 1000).toISOString();
    return `${key.name} cosigned the first ${counted(checkpoint.size, 'block')} at ${time}.`;
  });
}

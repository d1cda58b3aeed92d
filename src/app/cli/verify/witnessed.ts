import { setTimeout as pause } from 'node:timers/promises';
import { type LogKeys, ProofError, type VerifiedCheckpoint } from '@cairn/ledger-proof';
import { counted } from '#platform/contract/counted.ts';
import type { Terminal } from '../terminal.ts';
import { claimedSize, openNote } from './open-note.ts';
import type { Trust } from './trust.ts';

/** The notes that a log shows to verifiers that require witnesses. Untrusted. */
type Shown = { readonly note: string; readonly cosigned: string | undefined };

const POLL_MILLISECONDS = 1000;

/**
 * Waits until the witnesses have cosigned at least the blocks of `note`, and returns the newest of the two. A server
 * asks its witnesses within seconds. A witness that has refused never cosigns, and blocks beyond its last cosignature
 * may belong to the fork that it refused, so a lag is never accepted.
 */
export async function awaitCosigned(
  terminal: Terminal,
  note: string,
  readCosigned: () => Promise<string | undefined>,
  waitSeconds: number,
): Promise<Shown> {
  const deadline = performance.now() + waitSeconds * 1000;
  for (let tries = 0; ; tries++) {
    const cosigned = await readCosigned();
    if (cosigned === undefined) return { note, cosigned };
    if (claimedSize(cosigned) > claimedSize(note)) return { note: cosigned, cosigned };
    if (claimedSize(cosigned) === claimedSize(note) || performance.now() >= deadline) return { note, cosigned };
    if (tries === 0)
      terminal.note(`Waiting up to ${waitSeconds} s until the witnesses have cosigned the newest blocks.`);
    await pause(Math.min(POLL_MILLISECONDS, Math.max(0, deadline - performance.now())));
  }
}

/** Returns the last checkpoint, or `cosigned`, with all required cosignatures; undefined if no witness is required. */
export async function findWitnessed(
  { note, cosigned }: Shown,
  keys: LogKeys,
  { witnesses }: Trust,
): Promise<VerifiedCheckpoint | ProofError | undefined> {
  if (witnesses.length === 0) return undefined;
  const last = await openNote(note, keys, witnesses);
  return last instanceof ProofError && cosigned !== undefined ? openNote(cosigned, keys, witnesses) : last;
}

/** Returns why the cosigned checkpoint proves too little about a log of `size` blocks, if it does. */
export function findLaggard(
  { name, isLive }: { readonly name: string; readonly isLive: boolean },
  size: bigint,
  { checkpoint, cosignatures }: VerifiedCheckpoint,
): string | undefined {
  if (checkpoint.size >= size) return undefined;
  const covered = `only the first ${checkpoint.size.toLocaleString('en-US')} of ${counted(size, 'block')}`;
  if (!isLive)
    return `The witnesses have cosigned ${covered} of ${name}. Export it again once they have cosigned the rest.`;
  const last = cosignatures.map(({ timestamp }) => Number(timestamp ?? 0n)).toSorted((a, b) => a - b)[0] ?? 0;
  const who = cosignatures.map(({ key }) => key.name).join(', ');
  return `${who}: cosigned ${covered} of ${name}, the last time at ${new Date(last * 1000).toISOString()}. Ask its operator what it has seen.`;
}

import { type LogKeys, ProofError, type TreeHead } from '@cairn/ledger-proof';
import { counted } from '#platform/contract/counted.ts';
import type { Terminal } from '../terminal.ts';
import type { KnownCheckpoints } from './known-checkpoints.ts';
import { openNote } from './open-note.ts';

/**
 * Returns a description of the blocks that a log without a checkpoint has lost, if it was verified on this machine
 * before.
 */
export async function describeLost(
  name: string,
  keys: LogKeys,
  known: KnownCheckpoints | undefined,
): Promise<string | undefined> {
  const seen = await known?.read(keys);
  const opened = seen === undefined ? undefined : await openNote(seen, keys);
  if (opened === undefined || opened instanceof ProofError) return undefined;
  const blocks = counted(opened.checkpoint.size, 'block');
  return `${name} has no checkpoint, although ${blocks} of it were verified on this machine before.`;
}

/** Returns the last tree of this log that was verified on this machine. An export may be older than that. */
export async function readSeen(
  terminal: Terminal,
  { name, isLive }: { readonly name: string; readonly isLive: boolean },
  keys: LogKeys,
  { known, size }: { known: KnownCheckpoints | undefined; size: bigint },
): Promise<TreeHead | ProofError | undefined> {
  const note = await known?.read(keys);
  if (note === undefined) return undefined;
  const opened = await openNote(note, keys);
  if (opened instanceof ProofError || isLive || opened.checkpoint.size <= size)
    return opened instanceof ProofError ? opened : opened.checkpoint;
  terminal.note(
    `${name} is older than the ${counted(opened.checkpoint.size, 'block')} verified on this machine before, so it was not compared with them.`,
  );
  return undefined;
}

import { hash as hashOnce } from 'node:crypto';
import {
  type Checkpoint,
  createLogVerifier,
  createTreeAccumulator,
  entryHash,
  fromHex,
  KEY_CHANGE_ACTION,
  type KeyBlock,
  type LogFault,
  type LogKeys,
  type LogVerdict,
  ProofError,
  parseEntry,
  parseGenesis,
  type TreeHead,
  toHex,
} from '@cairn/ledger-proof';
import { counted } from '#platform/contract/counted.ts';
import { checkKeys, KEY_BLOCKS_MAX } from './check-keys.ts';
import type { Fault } from './fault.ts';
import type { LogEntry } from './log-source.ts';
import { LogGap } from './read-log.ts';

export const nodeSha256 = (bytes: Uint8Array): Uint8Array => hashOnce('sha256', bytes, 'buffer');

/**
 * Checks a whole log: the form and hash of each block, its link to the previous block, and the tree over all blocks against
 * `checkpoint` and the earlier checkpoints in `kept`. The signatures of those are already verified by the keys `trusted`.
 * Reads `entries` a second time when a broken link or a rewritten history has to be attributed to a block. `published` are
 * the other trees that the log's key signed, ascending; they are read only then. Returns the verdict, or the first bad block.
 */
export async function checkLog(
  entries: () => AsyncIterable<LogEntry>,
  checkpoint: Checkpoint,
  options: {
    kept?: readonly TreeHead[];
    trusted: LogKeys;
    published?: (() => AsyncIterable<TreeHead>) | undefined;
    onProgress?: (checked: number) => void;
  },
): Promise<LogVerdict | Fault> {
  const heads = [checkpoint, ...(options.kept ?? [])];
  const verifier = createLogVerifier({ checkpoints: heads, trustDataText: true, sha256: nodeSha256 });
  const announced: KeyBlock[] = [];
  let index = 0;
  try {
    for await (const { entry, keptHash } of entries()) {
      const read = readEntry(entry, index);
      if ('fault' in read) return read.fault;
      const { block, data } = read;
      // The hash that the log stores distinguishes a changed block from a changed link in the next block.
      if (block.hash !== toHex(keptHash))
        return { index, reason: 'its content does not match its hash: it was changed' };
      if (index === 0 && !isGenesisOf({ ...block, data }, checkpoint))
        return { index, reason: 'it does not start the log that the checkpoint names' };
      const fault = verifier.push(block);
      if (fault?.reason === 'root_mismatch') return placeRewrite(fault, index, entries, options.published);
      if (fault !== undefined) return placeFault(fault, entries, checkpoint, block.prev_hash);
      if (index === 0 || data.action === KEY_CHANGE_ACTION) announced.push({ index, data });
      if (announced.length > KEY_BLOCKS_MAX) return { index, reason: 'it announces more keys than a log may have' };
      index += 1;
      options.onProgress?.(index);
    }
  } catch (error) {
    if (error instanceof LogGap) return { index: error.index, reason: error.message };
    throw error;
  }
  const verdict = verifier.finish();
  if (!verdict.ok) return toFault(verdict);
  return (await checkKeys(announced, heads, options.trusted)) ?? verdict;
}

function readEntry(entry: Uint8Array, index: number) {
  try {
    const { data, ...block } = parseEntry(entry, nodeSha256);
    if (block.index === index) return { block, data };
    return { fault: { index, reason: `block ${block.index} is in its position` } };
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    return { fault: { index, reason: 'it is not canonical block text: it was changed' } };
  }
}

function isGenesisOf(block: Parameters<typeof parseGenesis>[0], { origin }: Checkpoint): boolean {
  try {
    return parseGenesis(block).origin === origin;
  } catch (error) {
    if (error instanceof ProofError) return false;
    throw error;
  }
}

/**
 * Finds which of two blocks was changed together with its hash when block n does not name the hash of block n − 1. It is
 * block n − 1 if the tree matches the signed one once that block has the hash that block n names.
 */
async function placeFault(
  fault: LogFault,
  entries: () => AsyncIterable<LogEntry>,
  { size, root }: TreeHead,
  named: string,
): Promise<Fault> {
  if (fault.reason !== 'prev_hash_mismatch' || fault.firstBadIndex === 0) return toFault(fault);
  const tree = createTreeAccumulator({ sha256: nodeSha256 });
  for await (const { entry } of entries())
    if (tree.size < size)
      tree.append(tree.size === BigInt(fault.firstBadIndex - 1) ? fromHex(named) : entryHash(entry, nodeSha256));
  if (tree.size !== size || !Buffer.from(tree.root()).equals(root)) return toFault(fault);
  return {
    index: fault.firstBadIndex - 1,
    reason: 'its content and its hash were changed: the next block and the checkpoint name a different hash',
  };
}

/**
 * Finds the two signed trees between which an intact chain departs from the signed one. The fault alone names the
 * largest stored tree that still matches, often none. `upTo` is the last block of the tree that does not match.
 */
async function placeRewrite(
  fault: LogFault,
  upTo: number,
  entries: () => AsyncIterable<LogEntry>,
  published: (() => AsyncIterable<TreeHead>) | undefined,
): Promise<Fault> {
  if (published === undefined) return { ...toFault(fault), upTo };
  const heads = published()[Symbol.asyncIterator]();
  const tree = createTreeAccumulator({ sha256: nodeSha256 });
  let matched = 0n;
  let next = await heads.next();
  for await (const { entry } of entries()) {
    tree.append(entryHash(entry, nodeSha256));
    while (next.done !== true && next.value.size <= tree.size) {
      const { size, root } = next.value;
      if (size === tree.size && !Buffer.from(tree.root()).equals(root))
        return {
          index: Number(matched),
          upTo: Number(size) - 1,
          reason: `the first ${counted(size, 'block')} and the signed checkpoint do not match`,
        };
      matched = size;
      next = await heads.next();
    }
  }
  return { ...toFault({ ...fault, firstBadIndex: Math.max(fault.firstBadIndex, Number(matched)) }), upTo };
}

const toFault = ({ firstBadIndex, message }: LogFault): Fault => ({
  index: firstBadIndex,
  reason: message.replace(/^Block \d+: /, ''),
});

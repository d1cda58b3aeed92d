import { type Block, blockEntry, entryHash, entryOf, GENESIS_PREV_HASH, parseBlockData } from '../block.ts';
import type { TreeHead } from '../checkpoint.ts';
import { defaultSha256, type Sha256 } from '../crypto.ts';
import { bytesEqual } from '../encoding/bytes.ts';
import { toHex } from '../encoding/hex.ts';
import { requireHash, requireSize } from '../merkle/hashing.ts';
import { type CompactRange, createTreeAccumulator } from '../merkle/tree-accumulator.ts';
import { ProofError } from '../proof-error.ts';
import type { LogFault, LogFaultReason } from './log-fault.ts';

/** A block with its data as the canonical text in which it is stored. */
export interface StoredBlock extends Omit<Block, 'data'> {
  readonly dataText: string;
}

/** Where a verification stands: enough to go on later with the next block. Some 2 KiB at most. */
export interface LogState {
  readonly range: CompactRange;
  readonly lastHash: string;
  readonly lastTimestamp: number;
  /** The size of the largest checkpoint fulfilled so far. */
  readonly checkpointed: bigint;
}

/** A log in which everything held that was asked for. */
export interface LogVerdict {
  readonly ok: true;
  /** Number of blocks, those of `from` included. */
  readonly size: bigint;
  /** The Merkle root over all blocks, 32 bytes. */
  readonly root: Uint8Array;
  /** How many blocks the largest checkpoint covers; those after it are chained, but nobody has signed them yet. */
  readonly checkpointed: bigint;
  /** Pass it as `from` to verify only what comes after. */
  readonly state: LogState;
}

/** Settings of the verification of a log. */
export interface LogVerifierOptions {
  /**
   * Sizes and roots the log has to agree with: the newest checkpoint, and any earlier ones a reader kept. Their
   * signatures are checked beforehand with `verifyCheckpoint`. Without any, a rewritten or shortened log cannot be told.
   * None may lie before `from`.
   */
  readonly checkpoints?: readonly TreeHead[];
  /** Where an earlier verification stopped. Default: before block 0. */
  readonly from?: LogState;
  /**
   * Believes that a `dataText` is canonical JSON and hashes it as it stands: several times faster, and every change
   * to a stored byte is still found. Default false.
   */
  readonly trustDataText?: boolean;
  readonly sha256?: Sha256;
}

/** Verifies a log block by block, in constant memory. After a fault it gives that fault and nothing else. */
export interface LogVerifier {
  /** Takes the next block. Gives the fault if there is one; never throws, whatever it is given. */
  push(block: Block | StoredBlock): LogFault | undefined;
  /** Call after the last block: only now a missing tail shows. */
  finish(): LogVerdict | LogFault;
}

/**
 * Gives a verifier whose verdict is `ok` only if every block is well-formed, hashes to its hash, follows the one before
 * in index, hash and time, and the Merkle tree over all blocks agrees with every checkpoint.
 * @throws ProofError `size_out_of_range`, `hash_malformed` or `proof_malformed` for checkpoints or a state that cannot be
 */
export function createLogVerifier(options: LogVerifierOptions = {}): LogVerifier {
  const { sha256 = defaultSha256, from, trustDataText = false } = options;
  const tree = createTreeAccumulator({ sha256, ...(from === undefined ? {} : { from: from.range }) });
  const pending = pendingHeads(options.checkpoints ?? [], tree.size);
  let length = Number(tree.size);
  let lastHash = from?.lastHash ?? GENESIS_PREV_HASH;
  let lastTimestamp = from?.lastTimestamp ?? 0;
  let checkpointed = from?.checkpointed ?? 0n;
  const checkHeads = (): LogFault | undefined => {
    for (let head = pending[0]; head !== undefined && head.size === BigInt(length); head = pending[0]) {
      if (!bytesEqual(tree.root(), head.root)) return rootFault(checkpointed, head);
      checkpointed = head.size;
      pending.shift();
    }
    return undefined;
  };
  let broken = checkHeads();
  return {
    push(block) {
      const hash = broken ?? verifyNext(block, { length, lastHash, lastTimestamp, trustDataText, sha256 });
      if ('ok' in hash) {
        // Kept, so that a caller who overlooks it cannot end with a good verdict.
        broken = hash;
        return broken;
      }
      tree.append(hash);
      length += 1;
      lastHash = block.hash;
      lastTimestamp = block.timestamp;
      broken = checkHeads();
      return broken;
    },
    finish() {
      if (broken !== undefined) return broken;
      if (pending[0] !== undefined) return fault('truncated', length, `${pending.at(-1)?.size} blocks were signed for`);
      const state = { range: tree.snapshot(), lastHash, lastTimestamp, checkpointed };
      return { ok: true, size: tree.size, root: tree.root(), checkpointed, state };
    },
  };
}

interface Expectation {
  readonly length: number;
  readonly lastHash: string;
  readonly lastTimestamp: number;
  readonly trustDataText: boolean;
  readonly sha256: Sha256;
}

// Gives the leaf hash of the block if nothing is wrong with it.
function verifyNext(block: Block | StoredBlock, expected: Expectation): Uint8Array | LogFault {
  const { length, lastHash, lastTimestamp, trustDataText, sha256 } = expected;
  try {
    const entry = 'dataText' in block ? storedEntry(block, trustDataText) : entryOf(block);
    if (block.index !== length) return fault('index_gap', length, `block ${block.index} stands in its place`);
    if (block.prev_hash !== lastHash) return fault('prev_hash_mismatch', length, 'it does not follow the block before');
    if (block.timestamp < lastTimestamp) return fault('timestamp_decreases', length, 'it is older than the one before');
    const hash = entryHash(entry, sha256);
    if (toHex(hash) !== block.hash) return fault('hash_mismatch', length, 'its hash belongs to other content');
    return hash;
  } catch (error) {
    return malformedBlock(length, error);
  }
}

function storedEntry(block: StoredBlock, trustDataText: boolean): string {
  const { dataText, index, prev_hash: prevHash, timestamp } = block;
  if (!trustDataText) parseBlockData(dataText);
  // Two versions of the data: one would be verified and the other shown.
  if ('data' in block && entryOf(block as unknown as Block) !== blockEntry({ dataText, index, prevHash, timestamp })) {
    throw new ProofError('block_malformed', 'The data and the data text differ.');
  }
  return blockEntry({ dataText, index, prevHash, timestamp });
}

/** Gives the fault for a block that could not be read at all. */
export function malformedBlock(index: number, error: unknown): LogFault {
  return fault('block_malformed', index, error instanceof ProofError ? error.message : 'it is no block');
}

function pendingHeads(heads: readonly TreeHead[], start: bigint): TreeHead[] {
  for (const { size, root } of heads) {
    requireSize(size, 'size of the checkpoint');
    requireHash(root, 'root of the checkpoint');
    // Leaving it out silently would report as checked what never was.
    if (size < start) throw new ProofError('size_out_of_range', 'A checkpoint lies before the start of verification.');
  }
  return heads.toSorted((a, b) => (a.size < b.size ? -1 : a.size > b.size ? 1 : 0));
}

function rootFault(checkpointed: bigint, head: TreeHead): LogFault {
  return fault('root_mismatch', Number(checkpointed), `up to ${head.size} blocks it is not what the checkpoint signed`);
}

function fault(reason: LogFaultReason, firstBadIndex: number, detail: string): LogFault {
  return { ok: false, firstBadIndex, reason, message: `Block ${firstBadIndex}: ${detail}` };
}

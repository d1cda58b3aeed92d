import { type Block, blockEntry, entryHash, entryOf, GENESIS_PREV_HASH, parseBlockData } from '../block.ts';
import type { TreeHead } from '../checkpoint.ts';
import { defaultSha256, type Sha256 } from '../crypto.ts';
import { bytesEqual } from '../encoding/bytes.ts';
import { toHex } from '../encoding/hex.ts';
import { requireHash, requireSize } from '../merkle/hashing.ts';
import { type CompactRange, createTreeAccumulator } from '../merkle/tree-accumulator.ts';
import { ProofError } from '../proof-error.ts';
import type { LogFault, LogFaultReason } from './log-fault.ts';

/** A block with its data as stored canonical text. */
export interface StoredBlock extends Omit<Block, 'data'> {
  readonly dataText: string;
}

/** The state of a verification, enough to continue later with the next block. At most about 2 KiB. */
export interface LogState {
  readonly range: CompactRange;
  readonly lastHash: string;
  readonly lastTimestamp: number;
  /** The size of the largest checkpoint matched so far. */
  readonly checkpointed: bigint;
}

/** A log that passed all checks. */
export interface LogVerdict {
  readonly ok: true;
  /** The number of blocks, including those of `from`. */
  readonly size: bigint;
  /** The Merkle root over all blocks, 32 bytes. */
  readonly root: Uint8Array;
  /** How many blocks the largest checkpoint covers. Later blocks are chained, but no signed checkpoint covers them yet. */
  readonly checkpointed: bigint;
  /** Pass it as `from` to verify only later blocks. */
  readonly state: LogState;
}

/** Options of log verification. */
export interface LogVerifierOptions {
  /**
   * Sizes and roots that the log must match: the newest checkpoint, and any earlier ones that a reader has stored. Verify
   * their signatures first with `verifyCheckpoint`. Without any, a rewritten or shortened log cannot be detected.
   * None may be before `from`.
   */
  readonly checkpoints?: readonly TreeHead[];
  /** The state of an earlier verification. Default: before block 0. */
  readonly from?: LogState;
  /**
   * Assumes that a `dataText` is canonical JSON and hashes it unchanged. Several times faster, and still detects every
   * change to a stored byte. Default: false.
   */
  readonly trustDataText?: boolean;
  readonly sha256?: Sha256;
}

/** Verifies a log block by block, in constant memory. After a fault it returns only that fault. */
export interface LogVerifier {
  /** Checks the next block. Returns the fault if there is one. Never throws, for any input. */
  push(block: Block | StoredBlock): LogFault | undefined;
  /** Call after the last block. Only this detects a missing tail. */
  finish(): LogVerdict | LogFault;
}

/**
 * Returns a verifier whose verdict is `ok` only if every block is well-formed, matches its hash, follows the previous
 * block in index, hash and time, and the Merkle tree over all blocks matches every checkpoint.
 * @throws ProofError `size_out_of_range`, `hash_malformed` or `proof_malformed` for impossible checkpoints or states
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
        // Stored, so that a caller who overlooks it cannot end with a good verdict.
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
      const last = pending.at(-1)?.size;
      if (last !== undefined)
        return fault('truncated', length, last === 1n ? '1 block was signed' : `${last} blocks were signed`);
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

// Returns the leaf hash of the block if it has no fault.
function verifyNext(block: Block | StoredBlock, expected: Expectation): Uint8Array | LogFault {
  const { length, lastHash, lastTimestamp, trustDataText, sha256 } = expected;
  try {
    const entry = 'dataText' in block ? storedEntry(block, trustDataText) : entryOf(block);
    if (block.index !== length) return fault('index_gap', length, `block ${block.index} is in its position`);
    if (block.prev_hash !== lastHash)
      return fault('prev_hash_mismatch', length, 'it does not follow the previous block');
    if (block.timestamp < lastTimestamp)
      return fault('timestamp_decreases', length, 'it is older than the previous block');
    const hash = entryHash(entry, sha256);
    if (toHex(hash) !== block.hash) return fault('hash_mismatch', length, 'its hash does not match its content');
    return hash;
  } catch (error) {
    return malformedBlock(length, error);
  }
}

function storedEntry(block: StoredBlock, trustDataText: boolean): string {
  const { dataText, index, prev_hash: prevHash, timestamp } = block;
  if (!trustDataText) parseBlockData(dataText);
  // Two versions of the data: one would be verified and the other displayed.
  if ('data' in block && entryOf(block as unknown as Block) !== blockEntry({ dataText, index, prevHash, timestamp })) {
    throw new ProofError('block_malformed', 'The data and the data text differ.');
  }
  return blockEntry({ dataText, index, prevHash, timestamp });
}

/** Returns the fault for an unreadable block. */
export function malformedBlock(index: number, error: unknown): LogFault {
  return fault('block_malformed', index, error instanceof ProofError ? error.message : 'it is not a block');
}

function pendingHeads(heads: readonly TreeHead[], start: bigint): TreeHead[] {
  for (const { size, root } of heads) {
    requireSize(size, 'size of the checkpoint');
    requireHash(root, 'root of the checkpoint');
    // Ignoring it silently would report an unchecked checkpoint as checked.
    if (size < start) throw new ProofError('size_out_of_range', 'A checkpoint is before the start of verification.');
  }
  return heads.toSorted((a, b) => (a.size < b.size ? -1 : a.size > b.size ? 1 : 0));
}

function rootFault(checkpointed: bigint, head: TreeHead): LogFault {
  return fault(
    'root_mismatch',
    Number(checkpointed),
    `the first ${head.size === 1n ? 'block does' : `${head.size} blocks do`} not match the checkpoint`,
  );
}

function fault(reason: LogFaultReason, firstBadIndex: number, detail: string): LogFault {
  return { ok: false, firstBadIndex, reason, message: `Block ${firstBadIndex}: ${detail}` };
}

import { counted } from '#platform/contract/counted.ts';
import { isCanonicalObject, isSurelyCanonical } from './canonical-form.ts';
import { wrongCopy } from './check-copies.ts';
import { type BlockRow, locateRow, newRowPlaces } from './copy-rows.ts';
import { createEntryHasher } from './entry-hasher.ts';
import { foldToRoot } from './fold-to-root.ts';
import { matchesCopies } from './match-copies.ts';

/** The first fault of a chain: the block, and a description. */
export type ChainFault = {
  readonly index: number;
  readonly message: string;
  /** True for a chain that contradicts the signed one, as opposed to a damaged chain. */
  readonly conflict?: true;
};

/** The last block before a run. */
export type Link = { readonly hash: Buffer; readonly timestamp: number };

export const GENESIS_LINK: Link = { hash: Buffer.alloc(32), timestamp: 0 };

/** A run of valid blocks. Its link to the previous block is unchecked unless that block was given. */
export type CheckedRun = {
  readonly first: number;
  readonly end: number;
  /** The previous block according to the first block. */
  readonly claimed: Link;
  readonly last: Link;
  /** The leaf hashes, 32 bytes each, if requested. */
  readonly leaves: Buffer | undefined;
  /** The root of the run as a subtree, if its length is a power of two. */
  readonly root: Uint8Array | undefined;
};

export type RunChecker = {
  /**
   * Accepts the next block as its row in a binary COPY, from `start` to `end`, if a fast check proves it valid.
   * Otherwise returns false, and `push` has to check it.
   */
  pushBytes(bytes: Buffer, start: number, end: number): boolean;
  /** Checks the next block. Returns false at the first fault. */
  push(row: BlockRow): boolean;
  /** Call after the last block, to detect a missing tail. */
  finish(): CheckedRun | { readonly fault: ChainFault };
};

/**
 * Returns a checker for the stored blocks `first` to `end`: each has its index, follows the previous one in hash and
 * time, matches its hash byte for byte, and its index copies (action, asset id, participant) agree with its content.
 * Parses no JSON unless a copy seems to disagree.
 */
export function createRunChecker(first: number, end: number, keep: 'leaves' | 'root'): RunChecker {
  const leaves = Buffer.alloc((end - first) * 32);
  const entry = createEntryHasher();
  const places = newRowPlaces();
  /** The hash of the previous block. */
  const previous = Buffer.alloc(32);
  let claimed: Link = GENESIS_LINK;
  let timestamp = 0;
  let next = first;
  let fault: ChainFault | undefined;

  const faultOf = (row: BlockRow): string | undefined => {
    if (row.index !== next) return `Block ${show(next)} is missing: block ${show(row.index)} is stored in its place.`;
    if (next > first && !row.prevHash.equals(previous))
      return `Block ${show(next)} does not follow the previous block: its prev_hash is different.`;
    if (next > first && row.timestamp < timestamp) return `Block ${show(next)} is older than the previous block.`;
    const { prevHash, data, hash } = row;
    entry.startAt(next, prevHash, 0);
    if (prevHash.length !== 32 || hash.length !== 32 || !entryHolds(data, hash, row.timestamp))
      return `Block ${show(next)} no longer matches its hash. Compare it with the last checkpoint.`;
    const copy = wrongCopy(row);
    if (copy === 'content') return `Block ${show(next)} is not a JSON object, so its content cannot be read.`;
    if (!isCanonicalObject(data, 0, data.length))
      return `Block ${show(next)} is not stored in canonical form (RFC 8785), so verifiers elsewhere reject it.`;
    if (copy !== undefined) return `Block ${show(next)} is indexed under another ${copy} than its content states.`;
    return undefined;
  };

  /** Reports whether the block's entry has this hash. The hasher needs both in one buffer. */
  const entryHolds = (data: Buffer, hash: Buffer, at: number): boolean =>
    entry.accept(Buffer.concat([data, hash]), 0, data.length, at, data.length);

  function take(bytes: Buffer, hashAt: number, at: number): void {
    const leaf = (next - first) * 32;
    for (let n = 0; n < 32; n++) {
      const byte = bytes[hashAt + n] as number;
      previous[n] = byte;
      leaves[leaf + n] = byte;
    }
    timestamp = at;
    next += 1;
  }

  return {
    pushBytes(bytes, start, end) {
      // `push` handles the first block of a run, because it records what that block claims.
      if (next === first || !locateRow(bytes, start, end, places)) return false;
      if (places.index !== next || places.timestamp < timestamp) return false;
      for (let n = 0; n < 32; n++) if (bytes[places.prevHash + n] !== previous[n]) return false;
      if (!matchesCopies(bytes, places)) return false;
      if (!isSurelyCanonical(bytes, places.dataStart, places.dataEnd)) return false;
      if (!entry.accept(bytes, places.dataStart, places.dataEnd, places.timestamp, places.hash)) return false;
      take(bytes, places.hash, places.timestamp);
      return true;
    },
    push(row) {
      const message = faultOf(row);
      if (message !== undefined) {
        fault = { index: next, message };
        return false;
      }
      if (next === first) claimed = { hash: Buffer.from(row.prevHash), timestamp: row.timestamp };
      take(row.hash, 0, row.timestamp);
      return true;
    },
    finish() {
      if (fault === undefined && next < end)
        fault = { index: next, message: `Block ${show(next)} is missing: the chain ends before it.` };
      if (fault !== undefined) return { fault };
      const last = { hash: previous, timestamp };
      return keep === 'root'
        ? { first, end, claimed, last, leaves: undefined, root: foldToRoot(leaves) }
        : { first, end, claimed, last, leaves, root: undefined };
    },
  };
}

/** Returns the fault in the link between a run and the previous block. */
export function linkFault(run: CheckedRun, before: Link): ChainFault | undefined {
  if (!run.claimed.hash.equals(before.hash))
    return {
      index: run.first,
      message: `Block ${show(run.first)} does not follow the previous block: its prev_hash is different.`,
    };
  if (run.claimed.timestamp < before.timestamp)
    return { index: run.first, message: `Block ${show(run.first)} is older than the previous block.` };
  return undefined;
}

/**
 * Returns the fault for a stored checkpoint that this ledger did not sign. `agreed` blocks are covered by an earlier
 * valid one.
 */
export const notSigned = (size: number, agreed: number): ChainFault => ({
  index: agreed,
  message: `The checkpoint over ${counted(size, 'block')} is not what this ledger signed.`,
});

/** Formats a block's index or a number of blocks. */
export const show = (index: number) => index.toLocaleString('en-US');

import { hash as hashOnce } from 'node:crypto';
import { createTreeAccumulator, ENTRY_LENGTH_MAX } from '@cairn/ledger-proof';
import { nodeSha256 } from '../seal-blocks.ts';
import type { BlockRow } from './copy-rows.ts';

/** The first thing found wrong with a chain: which block, and a sentence for people. */
export type ChainFault = { readonly index: number; readonly message: string };

/** What a run of blocks leads on from: the block before it. */
export type Link = { readonly hash: Buffer; readonly timestamp: number };

export const GENESIS_LINK: Link = { hash: Buffer.alloc(32), timestamp: 0 };

/** A run of blocks in which everything held, but for its link to the block before when that was not given. */
export type CheckedRun = {
  readonly first: number;
  readonly end: number;
  /** What the first block says of the block before. */
  readonly claimed: Link;
  readonly last: Link;
  /** The leaf hashes, 32 bytes each, where they were asked for. */
  readonly leaves: Buffer | undefined;
  /** The root of the run as a subtree, where it is a whole power of two. */
  readonly root: Uint8Array | undefined;
};

export type RunChecker = {
  /** Takes the next block. False at the first fault. */
  push(row: BlockRow): boolean;
  /** Call after the last block: only now a missing tail shows. */
  finish(): CheckedRun | { readonly fault: ChainFault };
};

/**
 * Gives a checker of the stored blocks `first` to `end`: each has its index, follows the one before in hash and time,
 * hashes to its hash as the bytes stand, and its copies for indexing (action, asset id, participant) agree with its
 * content. No JSON is parsed on the way, unless a copy disagrees at first sight.
 */
export function createRunChecker(first: number, end: number, keep: 'leaves' | 'root'): RunChecker {
  const previousHash = Buffer.alloc(32);
  const leaves = keep === 'leaves' ? Buffer.allocUnsafe((end - first) * 32) : undefined;
  const tree = keep === 'root' ? createTreeAccumulator({ sha256: nodeSha256 }) : undefined;
  const entry = createEntryHasher();
  let claimed: Link = GENESIS_LINK;
  let previousHex = '';
  let timestamp = 0;
  let next = first;
  let fault: ChainFault | undefined;

  const faultOf = (row: BlockRow): string | undefined => {
    if (row.index !== next) return `Block ${show(next)} is missing: block ${show(row.index)} stands in its place.`;
    if (next > first && !row.prevHash.equals(previousHash))
      return `Block ${show(next)} does not follow the block before: its prev_hash is another.`;
    if (next > first && row.timestamp < timestamp) return `Block ${show(next)} is older than the block before.`;
    const hex = entry.hash(row, next === first ? row.prevHash.toString('hex') : previousHex);
    if (row.hash.length !== 32 || hex !== row.hash.toString('hex', 0, 32))
      return `Block ${show(next)} no longer matches its hash. Compare it with the last checkpoint.`;
    previousHex = hex;
    const copy = wrongCopy(row);
    if (copy === 'content') return `Block ${show(next)} holds no JSON object: nobody can read what it says.`;
    if (copy !== undefined) return `Block ${show(next)} is indexed under another ${copy} than its content says.`;
    return undefined;
  };

  return {
    push(row) {
      const message = faultOf(row);
      if (message !== undefined) {
        fault = { index: next, message };
        return false;
      }
      if (next === first) claimed = { hash: Buffer.from(row.prevHash), timestamp: row.timestamp };
      leaves?.set(row.hash, (next - first) * 32);
      tree?.append(new Uint8Array(row.hash));
      previousHash.set(row.hash);
      timestamp = row.timestamp;
      next += 1;
      return true;
    },
    finish() {
      if (fault === undefined && next < end)
        fault = { index: next, message: `Block ${show(next)} is missing: the chain ends before it.` };
      if (fault !== undefined) return { fault };
      return { first, end, claimed, last: { hash: previousHash, timestamp }, leaves, root: tree?.root() };
    },
  };
}

/** Says what is wrong between a run and the block before it. */
export function linkFault(run: CheckedRun, before: Link): ChainFault | undefined {
  if (!run.claimed.hash.equals(before.hash))
    return {
      index: run.first,
      message: `Block ${show(run.first)} does not follow the block before: its prev_hash is another.`,
    };
  if (run.claimed.timestamp < before.timestamp)
    return { index: run.first, message: `Block ${show(run.first)} is older than the block before.` };
  return undefined;
}

/** The fault of a stored checkpoint that is none of this ledger's; `agreed` blocks are covered by an earlier one that is. */
export const notSigned = (size: number, agreed: number): ChainFault => ({
  index: agreed,
  message: `The checkpoint over ${show(size)} blocks is not what this ledger signed.`,
});

const show = (index: number) => index.toLocaleString('en-US');

/** Puts the entry of a block together in one buffer that is used again, and hashes it: `docs` say how in ledger-proof. */
function createEntryHasher() {
  const buffer = Buffer.alloc(ENTRY_LENGTH_MAX + 1);
  const start = buffer.write('\0{"data":', 0, 'latin1');
  return {
    hash(row: BlockRow, prevHashHex: string): string {
      if (row.data.length > ENTRY_LENGTH_MAX - 200) return '';
      buffer.set(row.data, start);
      let at = start + row.data.length;
      at += buffer.write(
        `,"index":${row.index},"prev_hash":"${prevHashHex}","timestamp":${row.timestamp}}`,
        at,
        'latin1',
      );
      return hashOnce('sha256', buffer.subarray(0, at), 'hex');
    },
  };
}

const ACTION_START = Buffer.from('{"action":"');
const ASSET_START = Buffer.from('","asset_id":"');
const USER_START = Buffer.from('"user":"');
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

type WrongCopy = 'action' | 'asset id' | 'participant' | 'content';

/** The name of the copy that disagrees with the content. The order of keys in canonical text makes a look enough. */
function wrongCopy(row: BlockRow): WrongCopy | undefined {
  return looksRight(row) ? undefined : parsedCopy(row);
}

/** True only when it is sure: plain ids at the places where the canonical text of an event has them. */
function looksRight(row: BlockRow): boolean {
  const { data, action, assetId, participant } = row;
  if (assetId === undefined || participant === undefined) return false;
  if (needsEscape(action) || needsEscape(assetId) || needsEscape(participant)) return false;
  let at = matchAt(data, 0, ACTION_START, action);
  if (at < 0) return false;
  at = matchAt(data, at, ASSET_START, assetId);
  if (at < 0 || data[at] !== QUOTE) return false;
  const userStart = data.length - 2 - participant.length - USER_START.length;
  // A comma at the top level stands before the last key; inside a nested object the text would end otherwise ("}}").
  return (
    userStart > at &&
    matchAt(data, userStart, USER_START, participant) === data.length - 2 &&
    data[data.length - 2] === QUOTE &&
    data[userStart - 1] === 0x2c
  );
}

function matchAt(data: Buffer, at: number, marker: Buffer, value: Buffer): number {
  const end = at + marker.length + value.length;
  if (end > data.length) return -1;
  if (data.compare(marker, 0, marker.length, at, at + marker.length) !== 0) return -1;
  return data.compare(value, 0, value.length, at + marker.length, end) === 0 ? end : -1;
}

function needsEscape(bytes: Buffer): boolean {
  for (const byte of bytes) if (byte === QUOTE || byte === BACKSLASH || byte < 0x20) return true;
  return false;
}

function parsedCopy(row: BlockRow): WrongCopy | undefined {
  const data = parseObject(row.data.toString());
  if (data === undefined) return 'content';
  const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
  if (textOf(data['action']) !== row.action.toString()) return 'action';
  if (textOf(data['asset_id']) !== row.assetId?.toString()) return 'asset id';
  if (textOf(data['user']) !== row.participant?.toString()) return 'participant';
  return undefined;
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

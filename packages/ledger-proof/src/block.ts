import { canonicalJson, type JsonObject, parseCanonicalJson } from './canonical-json.ts';
import { defaultSha256, type Sha256 } from './crypto.ts';
import { decodeUtf8, encodeUtf8 } from './encoding/bytes.ts';
import { toHex } from './encoding/hex.ts';
import { leafHash } from './merkle/hashing.ts';
import { ProofError } from './proof-error.ts';

/** The payload of a block: any I-JSON object whose `action` names what happened. */
export interface BlockData extends JsonObject {
  readonly action: string;
}

/** A block as the ledger publishes it. */
export interface Block {
  /** The index, from 0, without gaps. */
  readonly index: number;
  /** Whole seconds since the epoch, never lower than in the previous block. */
  readonly timestamp: number;
  /** The `hash` of the previous block; 64 zeros in block 0. */
  readonly prev_hash: string;
  /** SHA-256(0x00 || entry) as 64 lower-case hex digits: also the block's leaf hash in the Merkle tree. */
  readonly hash: string;
  readonly data: BlockData;
}

/** The parts of a block's entry. */
export interface EntryFields {
  /** The canonical JSON text of `data`. */
  readonly dataText: string;
  readonly index: number;
  readonly prevHash: string;
  readonly timestamp: number;
}

/** `prev_hash` of block 0. */
export const GENESIS_PREV_HASH = '0'.repeat(64);

/** The maximum size of canonical `data` text in bytes, so that an entry always fits an entry bundle. */
export const DATA_LENGTH_MAX = 48 * 1024;

/** The maximum size of an entry in bytes: tlog-tiles stores its length in 16 bits. */
export const ENTRY_LENGTH_MAX = 0xffff;

const SUFFIX = /,"index":(0|[1-9][0-9]{0,15}),"prev_hash":"([0-9a-f]{64})","timestamp":(0|[1-9][0-9]{0,15})\}$/;
const PREFIX = '{"data":';

/**
 * Returns the log entry of a block: the RFC 8785 text of the block without `hash`, which is the bytes to hash and prove.
 * Built by concatenation, because the four keys are already in canonical order. Does not check `dataText`; use
 * `parseBlockData` unless it is known to be canonical.
 * @throws ProofError `block_malformed` for a field outside its range, `entry_too_large`
 */
export function blockEntry(fields: EntryFields): string {
  requireNatural(fields.index, 'index');
  requireNatural(fields.timestamp, 'timestamp');
  requireHexHash(fields.prevHash, 'prev_hash');
  requireDataText(fields.dataText);
  return `${PREFIX}${fields.dataText},"index":${fields.index},"prev_hash":"${fields.prevHash}","timestamp":${fields.timestamp}}`;
}

/**
 * Returns the hash of an entry as 64 lower-case hex digits.
 * @throws ProofError `encoding_invalid` for text with a lone surrogate
 */
export function blockHash(entry: string | Uint8Array, sha256: Sha256 = defaultSha256): string {
  return toHex(entryHash(entry, sha256));
}

/** Returns the hash of an entry as 32 bytes: its leaf hash. Throws like `blockHash`. */
export function entryHash(entry: string | Uint8Array, sha256: Sha256 = defaultSha256): Uint8Array {
  // Prepending U+0000 to the text adds the leaf prefix 0x00 with one copy less.
  return typeof entry === 'string' ? sha256(encodeUtf8(`\0${entry}`)) : leafHash(entry, sha256);
}

/** Returns the block with these fields and its hash. Throws like `canonicalJson` and `blockEntry`. */
export function sealBlock(fields: Omit<Block, 'hash'>, sha256: Sha256 = defaultSha256): Block {
  const { index, timestamp, prev_hash, data } = fields;
  const hash = blockHash(entryOf({ index, timestamp, prev_hash, data }), sha256);
  return { index, timestamp, prev_hash, hash, data };
}

/**
 * Returns only if the block's hash covers its content. Proves nothing about its position in a log; that requires a proof.
 * @throws ProofError `block_malformed`, `block_hash_mismatch`, `json_invalid` or `entry_too_large`
 */
export function verifyBlock(block: Block, sha256: Sha256 = defaultSha256): void {
  const entry = entryOf(block);
  requireHexHash(block.hash, 'hash');
  if (blockHash(entry, sha256) !== block.hash) {
    throw new ProofError('block_hash_mismatch', `The hash of block ${block.index} does not match its content.`);
  }
}

/**
 * Returns the log entry of a block whose `data` is a value.
 * @throws ProofError `block_malformed`, `json_invalid` or `entry_too_large`
 */
export function entryOf(block: Omit<Block, 'hash'>): string {
  if (typeof block !== 'object' || block === null)
    throw new ProofError('block_malformed', 'The block is not an object.');
  requireBlockData(block.data);
  const { index, timestamp, prev_hash: prevHash } = block;
  return blockEntry({ dataText: canonicalJson(block.data), index, prevHash, timestamp });
}

/**
 * Parses the canonical text of `data`.
 * @throws ProofError `json_invalid`, `json_not_canonical`, `block_malformed` or `entry_too_large`
 */
export function parseBlockData(dataText: string): BlockData {
  requireDataText(dataText);
  const data = parseCanonicalJson(dataText);
  requireBlockData(data);
  return data;
}

/**
 * Parses a log entry into its block and computes the hash. Every entry has exactly one block, and vice versa.
 * @throws ProofError `entry_malformed`, with the reason as `cause` if there is one
 */
export function parseEntry(entry: string | Uint8Array, sha256: Sha256 = defaultSha256): Block & { dataText: string } {
  try {
    const text = typeof entry === 'string' ? entry : decodeUtf8(entry);
    const suffix = SUFFIX.exec(text);
    if (suffix === null || !text.startsWith(PREFIX))
      throw new ProofError('entry_malformed', 'Not a valid block entry.');
    // The suffix parses in only one way, so text smuggled into `data` cannot pass for a different index or timestamp.
    const dataText = text.slice(PREFIX.length, suffix.index);
    const fields = { dataText, index: Number(suffix[1]), prevHash: suffix[2] ?? '', timestamp: Number(suffix[3]) };
    const data = parseBlockData(dataText);
    const hash = blockHash(blockEntry(fields), sha256);
    return { index: fields.index, timestamp: fields.timestamp, prev_hash: fields.prevHash, hash, data, dataText };
  } catch (cause) {
    throw new ProofError('entry_malformed', 'The entry is not the canonical text of a block.', { cause });
  }
}

function requireBlockData(value: unknown): asserts value is BlockData {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject || typeof (value as JsonObject).action !== 'string') {
    throw new ProofError('block_malformed', 'The data of a block must be an object with a string `action`.');
  }
}

function requireDataText(value: unknown): void {
  if (typeof value !== 'string') throw new ProofError('block_malformed', 'The data text is not a string.');
  // Counting bytes only near the limit avoids an encoding pass in the common case.
  const tooLarge =
    value.length > DATA_LENGTH_MAX ||
    (value.length * 3 > DATA_LENGTH_MAX && encodeUtf8(value).length > DATA_LENGTH_MAX);
  if (tooLarge) throw new ProofError('entry_too_large', `The data of a block exceeds ${DATA_LENGTH_MAX} bytes.`);
}

function requireNatural(value: unknown, what: string): void {
  if (!Number.isSafeInteger(value) || (value as number) < 0 || Object.is(value, -0)) {
    throw new ProofError('block_malformed', `The ${what} is not a whole number from 0 to 2^53 - 1.`);
  }
}

function requireHexHash(value: unknown, what: string): void {
  if (typeof value !== 'string' || !/^[0-9a-f]{64}$/.test(value)) {
    throw new ProofError('block_malformed', `The ${what} is not 64 lower-case hex digits.`);
  }
}

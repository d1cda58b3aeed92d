import { hash as hashOnce } from 'node:crypto';
import { ENTRY_LENGTH_MAX } from '@cairn/ledger-proof';

/** The bytes before and after the data in a block's entry (docs/formats/ledger.md). */
const PREFIX = Buffer.from('\0{"data":', 'latin1');
/** Upper bound of the suffix: keys, punctuation, two numbers of at most 16 digits, and a hash. */
const SUFFIX_LENGTH_MAX = 200;
const HASH_AT = ',"prev_hash":"'.length;

/** The two hex digits of each byte, in ASCII. */
const HIGH_DIGIT = Uint8Array.from({ length: 256 }, (_, byte) => (byte >> 4).toString(16).charCodeAt(0));
const LOW_DIGIT = Uint8Array.from({ length: 256 }, (_, byte) => (byte & 15).toString(16).charCodeAt(0));
const ZERO = 0x30;
const NINE = 0x39;

export type EntryHasher = {
  /** Sets the next block to hash: its index, and the previous hash (32 bytes of `bytes` from `at`). */
  startAt(index: number, bytes: Uint8Array, at: number): void;
  /**
   * Reports whether the 32 bytes from `hashAt` are the hash of the entry with the data from `start` to `end` and
   * `timestamp`. If so, they become the previous hash, and the hasher moves on to the next block.
   */
  accept(bytes: Buffer, start: number, end: number, timestamp: number, hashAt: number): boolean;
};

/**
 * Returns a hasher for the entries of consecutive blocks. It assembles each entry in one reused buffer, with the
 * suffix at a fixed offset and the data before it, so that only changed digits are rewritten.
 */
export function createEntryHasher(): EntryHasher {
  const buffer = Buffer.alloc(PREFIX.length + ENTRY_LENGTH_MAX + SUFFIX_LENGTH_MAX);
  const suffixAt = PREFIX.length + ENTRY_LENGTH_MAX;
  let indexEnd = 0;
  let hashAtInEntry = 0;
  let entryEnd = 0;
  let written = Number.NaN;

  function startAt(index: number, bytes: Uint8Array, at: number): void {
    indexEnd = suffixAt + buffer.write(`,"index":${index}`, suffixAt, 'latin1');
    hashAtInEntry = indexEnd + HASH_AT;
    buffer.write(',"prev_hash":"', indexEnd, 'latin1');
    written = Number.NaN;
    setPrevHash(bytes, at);
  }

  function setPrevHash(bytes: Uint8Array, at: number): void {
    for (let n = 0; n < 32; n++) {
      const byte = bytes[at + n] as number;
      buffer[hashAtInEntry + 2 * n] = HIGH_DIGIT[byte] as number;
      buffer[hashAtInEntry + 2 * n + 1] = LOW_DIGIT[byte] as number;
    }
  }

  function setTimestamp(timestamp: number): void {
    if (timestamp === written) return;
    const at = hashAtInEntry + 64;
    entryEnd = at + buffer.write(`","timestamp":${timestamp}}`, at, 'latin1');
    written = timestamp;
  }

  /** Increments the index in its digits. Returns false if it needs another digit. */
  function countUp(): boolean {
    for (let at = indexEnd - 1; ; at--) {
      const digit = buffer[at] as number;
      if (digit < ZERO || digit > NINE) return false;
      if (digit < NINE) {
        buffer[at] = digit + 1;
        return true;
      }
      buffer[at] = ZERO;
    }
  }

  function accept(bytes: Buffer, start: number, end: number, timestamp: number, hashAt: number): boolean {
    const length = end - start;
    if (length > ENTRY_LENGTH_MAX - SUFFIX_LENGTH_MAX) return false;
    setTimestamp(timestamp);
    const dataAt = suffixAt - length;
    bytes.copy(buffer, dataAt, start, end);
    const entryAt = dataAt - PREFIX.length;
    for (let n = 0; n < PREFIX.length; n++) buffer[entryAt + n] = PREFIX[n] as number;
    // Returning the digest as Latin-1 text is three times as fast as in its own buffer.
    const digest = hashOnce('sha256', buffer.subarray(entryAt, entryEnd), 'binary');
    for (let n = 0; n < 32; n++) if (digest.charCodeAt(n) !== bytes[hashAt + n]) return false;
    const index = countUp() ? undefined : indexOf();
    if (index === undefined) setPrevHash(bytes, hashAt);
    else startAt(index, bytes, hashAt);
    return true;
  }

  /** Returns the index after one of all nines, whose digits are all zeros now. */
  const indexOf = (): number => 10 ** (indexEnd - suffixAt - ',"index":'.length);

  return { startAt, accept };
}

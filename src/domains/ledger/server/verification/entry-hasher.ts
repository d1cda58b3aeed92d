import { hash as hashOnce } from 'node:crypto';
import { ENTRY_LENGTH_MAX } from '@cairn/ledger-proof';

/** Digits, hash and punctuation behind the data: never longer than this. */
const SUFFIX_LENGTH_MAX = 200;

/**
 * Gives a function that hashes the entries of blocks (docs/formats/ledger.md), each put together in one buffer that is used
 * again. The data stands in `bytes` from `start` to `end` and is taken as it is. An entry that is too long has no hash: ''.
 */
export function createEntryHasher() {
  const buffer = Buffer.alloc(ENTRY_LENGTH_MAX + 1);
  const prefix = buffer.write('\0{"data":', 0, 'latin1');
  return {
    hash(
      bytes: Buffer,
      start: number,
      end: number,
      block: { index: number; prevHex: string; timestamp: number },
    ): string {
      if (end - start > ENTRY_LENGTH_MAX - SUFFIX_LENGTH_MAX) return '';
      bytes.copy(buffer, prefix, start, end);
      const at = prefix + end - start;
      const suffix = `,"index":${block.index},"prev_hash":"${block.prevHex}","timestamp":${block.timestamp}}`;
      return hashOnce('sha256', buffer.subarray(0, at + buffer.write(suffix, at, 'latin1')), 'hex');
    },
  };
}

import {
  followKeys,
  formatVerifierKey,
  GENESIS_PREV_HASH,
  type KeyBlock,
  keyAtSize,
  type LogKeys,
  ProofError,
  parseGenesis,
  type TreeHead,
} from '@cairn/ledger-proof';
import { counted } from '#platform/contract/counted.ts';
import type { Fault } from './fault.ts';

/** No honest log rotates its key this often. Bounds the memory that a hostile log can make a reader use. */
export const KEY_BLOCKS_MAX = 1000;

/**
 * Checks that the keys announced in a log's own blocks, starting with its genesis, are the ones that verified these
 * checkpoints. Returns the first untrusted announcement, or undefined if all match.
 */
export async function checkKeys(
  [genesis, ...changes]: readonly KeyBlock[],
  heads: readonly TreeHead[],
  trusted: LogKeys,
): Promise<Fault | undefined> {
  if (genesis === undefined) return undefined;
  const keys = await follow(genesis, changes);
  if (keys instanceof ProofError) return { index: keys.index ?? 0, reason: keys.message };
  const stranger = heads.find(({ size }) => vkeyAt(keys, size) !== vkeyAt(trusted, size));
  return stranger === undefined
    ? undefined
    : {
        index: 0,
        reason: `the log’s own blocks name a different key for its checkpoint over ${counted(stranger.size, 'block')}`,
      };
}

async function follow({ data }: KeyBlock, changes: readonly KeyBlock[]): Promise<LogKeys | ProofError> {
  try {
    return await followKeys(parseGenesis({ index: 0, prev_hash: GENESIS_PREV_HASH, data }).key, changes);
  } catch (error) {
    if (error instanceof ProofError) return error;
    throw error;
  }
}

function vkeyAt(keys: LogKeys, size: bigint): string | undefined {
  const key = keyAtSize(keys, size);
  return key === undefined ? undefined : formatVerifierKey(key);
}

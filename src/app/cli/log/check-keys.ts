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
import type { Fault } from './fault.ts';

/** No honest log changes its key as often; it bounds what a hostile one can make a reader hold. */
export const KEY_BLOCKS_MAX = 1000;

/**
 * The keys that a log's own blocks announce, its genesis first, have to be the ones that these checkpoints of it were
 * verified with. Gives the first announcement that is not to be trusted, or undefined when all holds.
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
    : { index: 0, reason: `the log’s own blocks name another key for its checkpoint over ${stranger.size} blocks` };
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

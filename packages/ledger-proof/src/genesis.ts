import type { Block, BlockData } from './block.ts';
import { GENESIS_PREV_HASH } from './block.ts';
import { parseVerifierKey, type VerifierKey } from './note/verifier-key.ts';
import { ProofError } from './proof-error.ts';

/** The name of the ledger format that this package supports. */
export const LEDGER_FORMAT = 'cairn/1';

/** The permanent properties in block 0. */
export interface Genesis {
  /** The log's identity: the first line of its checkpoints and the name of its key. */
  readonly origin: string;
  /** The first signing key. The log itself announces it, so verify it against another source. */
  readonly key: VerifierKey;
}

/**
 * Parses block 0. Returns only if it is a genesis of a known format whose key has the origin as its name.
 * @throws ProofError `block_malformed` or `key_malformed`
 */
export function parseGenesis(block: Pick<Block, 'index' | 'prev_hash' | 'data'>): Genesis {
  const data: BlockData = block.data;
  const { origin, publicKey, format } = data as Record<string, unknown>;
  const isGenesis = block.index === 0 && block.prev_hash === GENESIS_PREV_HASH && data.action === 'genesis';
  if (!isGenesis || format !== LEDGER_FORMAT || typeof origin !== 'string' || typeof publicKey !== 'string') {
    throw new ProofError('block_malformed', `The block is not the genesis of a ledger in the format ${LEDGER_FORMAT}.`);
  }
  const key = parseVerifierKey(publicKey);
  if (key.name !== origin)
    throw new ProofError('key_malformed', 'The key in the genesis belongs to a different origin.');
  return { origin, key };
}

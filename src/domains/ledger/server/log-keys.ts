import {
  type BlockData,
  type Checkpoint,
  followKeys,
  formatVerifierKey,
  KEY_CHANGE_ACTION,
  type KeyBlock,
  type LogKeys,
  ProofError,
  type VerifierKey,
  verifyCheckpointByKeys,
} from '@cairn/ledger-proof';
import type { KeyPeriod } from '#domains/ledger/contract.ts';
import { present } from '#platform/contract/present.ts';
import type { Database } from '#platform/server/database/database.ts';
import { readBlocksAt } from './blocks.ts';
import { LedgerDamage } from './report-damage.ts';
import type { ChainFault } from './verification/check-blocks.ts';

/** Reads the blocks that announced a new key, ascending, optionally below `size`. */
export async function readKeyBlocks(db: Database, size?: number): Promise<KeyBlock[]> {
  const rows = await db
    .selectFrom('blocks')
    .select(['index', 'data'])
    .where('action', '=', KEY_CHANGE_ACTION)
    .$if(size !== undefined, (query) => query.where('index', '<', present(size, 'the condition is added for a size')))
    .orderBy('index')
    .execute();
  return rows.map(({ index, data }) => ({ index, data: parseData(data) }));
}

/**
 * Parses an announcement. Content that no longer parses was tampered with: it counts as an announcement without a
 * signature.
 */
function parseData(text: string): BlockData {
  try {
    const data = JSON.parse(text) as BlockData | null;
    if (data?.action === KEY_CHANGE_ACTION) return data;
  } catch {
    // As below.
  }
  return { action: KEY_CHANGE_ACTION };
}

/**
 * Determines which key signs at which size, starting from `first`, the server's configured first key. It is not read
 * from the database, because an attacker who can rewrite the database could start with a key of their own. Returns a
 * fault for an announcement that the previous key did not sign.
 */
export async function followLogKeys(
  db: Database,
  first: VerifierKey,
  size?: number,
): Promise<LogKeys | { readonly fault: ChainFault }> {
  try {
    return await followKeys(first, await readKeyBlocks(db, size));
  } catch (error) {
    if (!(error instanceof ProofError) || error.index === undefined) throw error;
    return { fault: { index: error.index, message: error.message } };
  }
}

/** Like `followLogKeys`, but throws on a fault. */
export async function readLogKeys(db: Database, first: VerifierKey): Promise<LogKeys> {
  const keys = await followLogKeys(db, first);
  if ('fault' in keys) throw new LedgerDamage(keys.fault.message);
  return keys;
}

/** Returns the tree head of a note signed by the ledger's key for that size. Throws a ProofError for any other note. */
export async function openCheckpoint(keys: LogKeys, note: string): Promise<Checkpoint> {
  return (await verifyCheckpointByKeys(note, keys)).checkpoint;
}

/** Returns the keys as the API shows them, each with the block that announced it. */
export async function listKeys(db: Database, first: VerifierKey): Promise<KeyPeriod[]> {
  const keys = await readLogKeys(db, first);
  const indexes = keys.map(({ from }) => Math.max(0, Number(from) - 1));
  const blocks = new Map((await readBlocksAt(db, indexes)).map((block) => [block.index, block]));
  return keys.map(({ key, from, to }, n) => ({
    vkey: formatVerifierKey(key),
    fromSize: Number(from),
    ...(to === undefined ? {} : { toSize: Number(to) }),
    block: present(
      blocks.get(present(indexes[n], 'each key has the index of its block')),
      'the block that announced a key exists',
    ),
  }));
}

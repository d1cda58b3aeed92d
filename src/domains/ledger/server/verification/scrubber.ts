import type { VerifierKey } from '@cairn/ledger-proof';
import type pg from 'pg';
import type { Database } from '#platform/server/database/database.ts';
import { indexHashes } from '../blocks.ts';
import { readCheckpoint } from '../checkpoints.ts';
import { followLogKeys } from '../log-keys.ts';
import type { ChainFault } from './check-blocks.ts';
import { extendPrefix } from './extend-prefix.ts';
import { readSignedHeads } from './signed-heads.ts';
import { EMPTY_PREFIX } from './verified-prefix.ts';

export type Scrubber = {
  /** Re-reads the next `length` blocks, and starts over from block 0 after the last signed one. */
  read(length: number): Promise<'more' | 'done'>;
  /** Re-reads all signed blocks once, `length` at a time. */
  readAll(length: number): Promise<void>;
  /** Returns the fault of the last pass. A complete pass without a fault clears it. */
  fault(): ChainFault | undefined;
};

/** Re-reads the stored chain against the signed checkpoints, to detect tampering, and restores its index by hash. */
export function createScrubber(options: {
  database: Database;
  client: pg.Client;
  /** The key in the genesis. */
  firstKey: VerifierKey;
}): Scrubber {
  const { database, client, firstKey } = options;
  let fault: ChainFault | undefined;
  let reached = beginning();

  async function read(length: number): Promise<'more' | 'done'> {
    const last = await readCheckpoint(database);
    if (last === undefined) return 'done';
    const from = Number(reached.prefix.range.size);
    const end = Math.min(last.size, from + length);
    if (end <= from) return finish();
    const keys = await followLogKeys(database, firstKey);
    if ('fault' in keys) return fail(keys.fault);
    const heads = await readSignedHeads(database, keys, from, end, Number(reached.fulfilled));
    if ('fault' in heads) return fail(heads.fault);
    const extended = await extendPrefix(client, reached.prefix, end, heads, reached.fulfilled);
    if ('fault' in extended) return fail(extended.fault);
    // No other check detects a missing row: a lookup by hash would report the block as unknown.
    await indexHashes(database, from, extended.leaves);
    reached = { prefix: extended.prefix, fulfilled: extended.fulfilled };
    return end < last.size ? 'more' : finish();
  }

  function finish(): 'done' {
    fault = undefined;
    reached = beginning();
    return 'done';
  }

  function fail(found: ChainFault): 'done' {
    fault = found;
    reached = beginning();
    return 'done';
  }

  return {
    read,
    async readAll(length) {
      reached = beginning();
      while ((await read(length)) === 'more');
    },
    fault: () => fault,
  };
}

const beginning = () => ({ prefix: EMPTY_PREFIX, fulfilled: 0n });

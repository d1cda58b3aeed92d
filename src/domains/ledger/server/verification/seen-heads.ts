import type { Database } from '#platform/server/database/database.ts';
import type { Head } from '../seal-blocks.ts';
import { type ChainFault, show } from './check-blocks.ts';

export type SeenHeads = {
  /** Stores that the chain had this head. */
  add(head: Head): void;
  /**
   * Compares all heads in memory with the stored blocks. Compares those within `verified`, whose leaf hashes (32 bytes
   * each) begin with block `first`, with these hashes too, and then drops them. Returns the conflict of a chain that no
   * longer contains one of the heads.
   */
  check(db: Database, verified: { readonly first: number; readonly leaves: Buffer }): Promise<ChainFault | undefined>;
  /** Returns how long the oldest head in memory has waited for its verification, in milliseconds; 0 without one. */
  waiting(): number;
};

/**
 * More than an hour of blocks at one per tick. Beyond it every second head is dropped, so a rewrite is located less
 * precisely.
 */
const HEADS_MAX = 4096;

type SeenHead = { readonly length: number; readonly hash: Buffer; readonly at: number };

/**
 * Stores the heads that this process appended or read, until it has verified them. Blocks that no checkpoint covers yet
 * are stored only in the database: without this memory, a rewritten one would be signed.
 */
export function createSeenHeads(now: () => number): SeenHeads {
  let heads: SeenHead[] = [];

  function add({ length, hash }: Head): void {
    const last = heads.at(-1);
    // An older head adds no information to a newer one: each block names the hash of the previous one.
    if (length === 0 || (last !== undefined && last.length >= length)) return;
    heads.push({ length, hash: Buffer.from(hash, 'hex'), at: now() });
    if (heads.length > HEADS_MAX) heads = heads.filter((_, position) => position % 2 === 0);
  }

  async function readHashes(db: Database, lengths: readonly number[]): Promise<Map<number, Buffer>> {
    const rows = await db
      .selectFrom('blocks')
      .select(['index', 'hash'])
      .where(
        'index',
        'in',
        lengths.map((length) => length - 1),
      )
      .execute();
    return new Map(rows.map(({ index, hash }) => [index + 1, hash]));
  }

  return {
    add,
    async check(db, { first, leaves }) {
      // A copy, because more heads are added while the database answers.
      const pending = new Set(heads);
      if (pending.size === 0) return undefined;
      const stored = await readHashes(
        db,
        [...pending].map(({ length }) => length),
      );
      const end = first + leaves.length / 32;
      for (const { length, hash } of pending) {
        const found = stored.get(length);
        if (found === undefined) return removed(length);
        const at = (length - 1 - first) * 32;
        const verified = length > first && length <= end ? leaves.subarray(at, at + 32) : found;
        if (!found.equals(hash) || !verified.equals(hash)) return rewritten(length);
      }
      heads = heads.filter((head) => head.length > end || !pending.has(head));
      return undefined;
    },
    waiting: () => (heads[0] === undefined ? 0 : now() - heads[0].at),
  };
}

const removed = (length: number): ChainFault => ({
  index: length - 1,
  message: `Block ${show(length - 1)} was removed: this server saw it at the end of the chain.`,
  conflict: true,
});

const rewritten = (length: number): ChainFault => ({
  index: length - 1,
  message: `Block ${show(length - 1)} or one before it was rewritten: this server saw another one at the end of the chain.`,
  conflict: true,
});

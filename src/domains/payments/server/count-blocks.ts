import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';

/** Returns a function that counts the blocks of this domain. Each call reads only the blocks since the previous one. */
export function createBlockCount(database: Database): () => Promise<number> {
  let counted = { length: 0, blocks: 0 };
  return async () => {
    const { length, blocks } = counted;
    const { rows } = await sql<{ length: number; added: number }>`
      select ledger_length.length, (
        select count(*)::int from ledger_blocks
        where domain = 'payments' and domain <> 'trace' and index >= ${length}::bigint and index < ledger_length.length
      ) as added
      from ledger_length
    `.execute(database);
    const [row] = rows;
    if (row === undefined) return blocks;
    const now = { length: row.length, blocks: blocks + row.added };
    // Of two concurrent calls, keep the result that read further.
    if (now.length > counted.length) counted = now;
    return now.blocks;
  };
}

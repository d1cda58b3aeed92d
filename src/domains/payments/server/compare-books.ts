import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';
import { createDifferences } from '#platform/server/differences.ts';
import type { Difference } from '#platform/server/domain.ts';

const EXAMPLES = 1000;

/**
 * Finds every entry of the books that does not add up to zero, or whose block does not exist. Which amounts an entry should have
 * is for the domain to say whose block it is. Repairs nothing: a posting is permanent.
 */
export async function compareBooks(db: Database): Promise<Difference[]> {
  const differences = createDifferences(['book_postings']);
  const { rows } = await sql<{ block_index: number; cents: number; exists: boolean }>`
    select block_index, sum(cents)::bigint as cents,
      exists (select 1 from ledger_blocks where index = block_index) as exists
    from book_postings group by block_index
    having sum(cents) <> 0 or not exists (select 1 from ledger_blocks where index = block_index)
    order by block_index limit ${EXAMPLES}
  `.execute(db);
  for (const { block_index: index, cents, exists } of rows)
    differences.add(
      'book_postings',
      exists ? `the entry of block ${index} differs by ${cents} cents` : `there is no block ${index} for its entry`,
    );
  return differences.list();
}

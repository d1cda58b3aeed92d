import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';

const PAGE = 2000;

/**
 * Yields the rows of a sorted query within a transaction, grouped by `id`. PostgreSQL sorts, on disk if necessary, and a
 * cursor reads page by page, so memory holds one page and one group. One such query runs at a time.
 */
export async function* readSorted<Row extends { readonly id: string }>(
  tx: Database,
  query: RawBuilder<Row>,
): AsyncGenerator<Row[]> {
  await sql`declare sorted_blocks no scroll cursor for ${query}`.execute(tx);
  try {
    let group: Row[] = [];
    for (;;) {
      const { rows } = await sql<Row>`fetch ${sql.lit(PAGE)} from sorted_blocks`.execute(tx);
      for (const row of rows) {
        if (group.length > 0 && group[0]?.id !== row.id) {
          yield group;
          group = [];
        }
        group.push(row);
      }
      if (rows.length === 0) break;
    }
    if (group.length > 0) yield group;
  } finally {
    await sql`close sorted_blocks`.execute(tx);
  }
}

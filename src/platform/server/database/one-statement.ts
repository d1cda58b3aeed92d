import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';

/** One INSERT, UPDATE or DELETE, to be run with others. */
export type WriteStatement = RawBuilder<unknown>;

/** The SQLSTATE (a division by zero) with which `runTogether` fails when its first write had nothing to do. */
export const DID_NOTHING = '22012';

/**
 * Runs writes as one statement (a chain of data-modifying CTEs), so that they take one round trip and take effect together
 * or not at all, also outside a transaction. They all see the tables as they were before, so no two may touch one row.
 * `first` is carried out before the others, whose order is PostgreSQL's own choice: it takes the lock that decides who
 * waits. When it touches no row, nothing is written and the statement fails with `DID_NOTHING`.
 */
export async function runTogether(
  db: Database,
  first: WriteStatement,
  others: readonly WriteStatement[],
): Promise<void> {
  const named = others.map((write, n) => sql`${sql.raw(`write_${n}`)} as (${write})`);
  await sql`with ${sql.join([sql`first as (${first} returning 1)`, ...named])} select 1 / count(*) from first`.execute(
    db,
  );
}

import { compareBooks } from '#domains/payments/server/index.ts';
import type { Difference } from '#platform/server/domain.ts';
import type { TestServer } from '#tests/support/test-server.ts';
import { rebuildRegistry } from './rebuild-registry.ts';

/** Returns the differences that a rebuild finds in the registry and the books, one line for each example. */
export const findDifferences = async ({ services }: TestServer): Promise<string[]> =>
  linesOf([
    ...(await rebuildRegistry(services.database, { repair: false, timeZone: services.city.timeZone })),
    ...(await compareBooks(services.database)),
  ]);

const linesOf = (differences: readonly Difference[]): string[] =>
  differences.flatMap(({ projection, examples }) => examples.map((one) => `${projection}: ${one}`));

/** Changes a table as an administrator of the database can, bypassing triggers and keys. Returns a function that restores the rows. */
export async function tamper(
  server: TestServer,
  table: string,
  change: string,
  rows = 'true',
): Promise<() => Promise<void>> {
  const bare = (statements: string) =>
    server.database.sql(`set session_replication_role = replica; ${statements}; set session_replication_role = origin`);
  await server.database.sql(`create table before_${table} as select * from ${table} where ${rows}`);
  await bare(change);
  return async () => {
    const [row] = await server.database.sql<{ names: string }>(
      `select string_agg(column_name, ', ') as names from information_schema.columns
       where table_name = '${table}' and table_schema = 'public' and is_generated = 'NEVER'`,
    );
    await bare(`delete from ${table} where ${rows}; insert into ${table} (${row?.names}) overriding system value
      select ${row?.names} from before_${table}; drop table before_${table}`);
  };
}

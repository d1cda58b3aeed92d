import type { TestServer } from '#tests/support/test-server.ts';
import { rebuildMarket } from './rebuild-market.ts';

/** Compares the market's tables with the blocks, and returns what differs. */
export const problemsOf = async ({ services }: TestServer): Promise<string[]> =>
  (await rebuildMarket(services, { repair: false })).flatMap(({ projection, examples }) =>
    examples.map((one) => `${projection}: ${one}`),
  );

/** Returns the differences found after a change of a table that bypasses every trigger. Undoes the change. */
export async function problemsAfter(server: TestServer, table: string, change: string): Promise<string[]> {
  const bare = (statements: string) =>
    server.database.sql(`set session_replication_role = replica; ${statements}; set session_replication_role = origin`);
  await bare(`create table before_change as select * from ${table}`);
  await bare(change);
  const problems = await problemsOf(server);
  await bare(`delete from ${table}; insert into ${table} select * from before_change; drop table before_change`);
  return problems;
}

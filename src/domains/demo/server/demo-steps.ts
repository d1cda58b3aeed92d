import type { Database } from '#platform/server/database/database.ts';

/** Returns the names of all recorded steps. */
export async function readRecordedSteps(db: Database): Promise<Set<string>> {
  const rows = await db.selectFrom('demo_steps').select('name').execute();
  return new Set(rows.map(({ name }) => name));
}

/** Stores that these steps were recorded. */
export async function storeRecordedSteps(db: Database, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await db
    .insertInto('demo_steps')
    .values(names.map((name) => ({ name })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

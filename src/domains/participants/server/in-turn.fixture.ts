import { eventually } from '#tests/support/eventually.ts';
import type { TestServer } from '#tests/support/test-server.ts';

/**
 * Starts calls that change an account so that all of them have finished their checks before the first one takes effect:
 * locks the account's row until they wait for it, one behind the other, and then lets them continue in this order.
 */
export async function inTurn<T>(server: TestServer, accountId: string, ...calls: (() => Promise<T>)[]): Promise<T[]> {
  const holder = await server.database.connect();
  await holder.query('begin');
  await holder.query('select from accounts where id = $1 for update', [accountId]);
  const outcomes: Promise<T>[] = [];
  for (const call of calls) {
    outcomes.push(call());
    await eventually(`call ${outcomes.length} waits`, async () => {
      const [row] = await server.database.sql<{ waiting: number }>(
        `select count(*)::int as waiting from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return row?.waiting === outcomes.length;
    });
  }
  await holder.query('commit');
  return Promise.all(outcomes);
}

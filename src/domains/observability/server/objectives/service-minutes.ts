import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';
import type { MinuteCounts } from './count-service.ts';
import type { ServiceCounts } from './objectives.ts';

/** Adds counts to the rows of their minutes, atomically. Several processes add to the same row. */
export async function addToMinutes(db: Database, counted: readonly MinuteCounts[]): Promise<void> {
  if (counted.length === 0) return;
  await db
    .insertInto('service_minutes')
    .values(
      counted.map((one) => ({
        minute: new Date(one.minute).toISOString(),
        requests: one.requests,
        failed_requests: one.failedRequests,
        slow_requests: one.slowRequests,
        appends: one.appends,
        late_appends: one.lateAppends,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('minute').doUpdateSet({
        requests: sql`service_minutes.requests + excluded.requests`,
        failed_requests: sql`service_minutes.failed_requests + excluded.failed_requests`,
        slow_requests: sql`service_minutes.slow_requests + excluded.slow_requests`,
        appends: sql`service_minutes.appends + excluded.appends`,
        late_appends: sql`service_minutes.late_appends + excluded.late_appends`,
      }),
    )
    .execute();
}

/** Returns the sum of all minutes since then. */
export async function sumMinutes(db: Database, since: Date): Promise<ServiceCounts> {
  const whole = (column: string) => sql<number>`coalesce(sum(${sql.ref(column)}), 0)::bigint`;
  return db
    .selectFrom('service_minutes')
    .where('minute', '>=', since.toISOString())
    .select([
      whole('requests').as('requests'),
      whole('failed_requests').as('failedRequests'),
      whole('slow_requests').as('slowRequests'),
      whole('appends').as('appends'),
      whole('late_appends').as('lateAppends'),
    ])
    .executeTakeFirstOrThrow();
}

/** Deletes the minutes before then. */
export async function pruneMinutes(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('service_minutes').where('minute', '<', before.toISOString()).execute();
}

import { sql } from 'kysely';
import type { AdminLogEntry } from '#domains/participants/contract.ts';
import { present } from '#platform/contract/present.ts';
import type { Database } from '#platform/server/database/database.ts';
import { networkOf } from '../describe-device.ts';

type Facts = AdminLogEntry['before'];

/** Counting stops here. A longer log is marked as such. */
const COUNT_MAX = 10_000;

/** Logs a change in the transaction that makes it. Entries are permanent. */
export async function appendAdminLog(
  tx: Database,
  entry: {
    at: number;
    actor: { id: string; username: string };
    target: { id: string; username: string };
    action: string;
    before: Facts;
    after: Facts;
    ip: string;
  },
): Promise<void> {
  await tx
    .insertInto('admin_log')
    .values({
      at: new Date(entry.at).toISOString(),
      actor_id: entry.actor.id,
      actor: entry.actor.username,
      target_id: entry.target.id,
      target: entry.target.username,
      action: entry.action,
      before: JSON.stringify(entry.before),
      after: JSON.stringify(entry.after),
      address: networkOf(entry.ip),
    })
    .execute();
}

/** Returns a page of the log, newest first, optionally of one account as actor or target. */
export async function listAdminLog(
  db: Database,
  filter: { accountId?: string | undefined; page: number; limit: number },
): Promise<{ entries: AdminLogEntry[]; total: number; totalIsEstimate: boolean }> {
  const { accountId } = filter;
  const matching = db.selectFrom('admin_log').$if(accountId !== undefined, (query) =>
    query.where((where) => {
      const id = present(accountId, 'the condition is added for an account');
      return where.or([where('target_id', '=', id), where('actor_id', '=', id)]);
    }),
  );
  const [rows, count] = await Promise.all([
    matching
      .selectAll()
      .orderBy('id', 'desc')
      .limit(filter.limit)
      .offset((filter.page - 1) * filter.limit)
      .execute(),
    db
      .selectFrom(matching.select('id').limit(COUNT_MAX).as('matching'))
      .select(sql<number>`count(*)`.as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  const entries = rows.map((row) => ({
    id: row.id,
    at: row.at,
    actor: row.actor,
    action: row.action,
    before: JSON.parse(row.before) as Facts,
    after: JSON.parse(row.after) as Facts,
    ...(row.target === null ? {} : { target: row.target }),
    ...(row.address === null ? {} : { address: row.address }),
  }));
  return { entries, total: count.total, totalIsEstimate: count.total === COUNT_MAX };
}

import { sql } from 'kysely';
import { type Participant, participantRoles, type Role } from '#domains/participants/contract.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { WriteStatement } from '#platform/server/database/one-statement.ts';
import { type AccountRow, accountColumns } from './accounts.ts';

/** The newest active participants, at most `limit`, as username and role. */
export async function newestParticipants(db: Database, limit: number) {
  return db
    .selectFrom('accounts')
    .select(['username', 'role'])
    .where('role', 'in', participantRoles)
    .where('active', '=', true)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function listParticipants(
  db: Database,
  filter: { search?: string | undefined; role?: string | undefined; page: number; limit: number },
): Promise<{ participants: Participant[]; total: number }> {
  let matching = db.selectFrom('accounts').where('role', 'in', participantRoles);
  if (filter.role !== undefined) matching = matching.where('role', '=', filter.role);
  if (filter.search !== undefined && filter.search !== '') {
    const pattern = `%${filter.search.replaceAll(/[\\%_]/g, '\\$&')}%`;
    matching = matching.where((where) =>
      where.or([where('accounts.username', 'ilike', pattern), where('accounts.display_name', 'ilike', pattern)]),
    );
  }
  const [rows, count] = await Promise.all([
    matching
      .leftJoin('participant_activity', 'participant_activity.username', 'accounts.username')
      .select([...accountColumns, 'participant_activity.event_count'])
      .select(
        sql<string[]>`array(select identifier from account_identifiers where account_id = accounts.id order by 1)`.as(
          'identifiers',
        ),
      )
      .orderBy('accounts.created_at', 'desc')
      .orderBy('accounts.id')
      .limit(filter.limit)
      .offset((filter.page - 1) * filter.limit)
      .execute(),
    matching.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { participants: rows.map(toParticipant), total: count.total };
}

function toParticipant(row: AccountRow & { event_count: number | null; identifiers: string[] }): Participant {
  return {
    id: row.id,
    username: row.username,
    role: row.role as Participant['role'],
    status: row.active ? 'active' : 'inactive',
    eventCount: row.event_count ?? 0,
    createdAt: row.created_at,
    identifiers: row.identifiers,
    ...(row.display_name === null ? {} : { displayName: row.display_name }),
  };
}

/** Counts the active participants by role. */
export async function countParticipants(db: Database) {
  const rows = await db
    .selectFrom('accounts')
    .select((select) => ['role', select.fn.countAll<number>().as('count')])
    .where('role', 'in', participantRoles)
    .where('active', '=', true)
    .groupBy('role')
    .execute();
  const of = (role: Role) => rows.find((row) => row.role === role)?.count ?? 0;
  return {
    manufacturers: of('manufacturer'),
    shippers: of('shipper'),
    retailers: of('retailer'),
    others: of('other'),
    total: rows.reduce((total, row) => total + row.count, 0),
  };
}

/** Adds to the event counts of participants. Usernames in one order, so locks never cross. */
export function addToEventCounts(counts: ReadonlyMap<string, number>): WriteStatement {
  const entries = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return sql`
    insert into participant_activity (username, event_count)
    select * from unnest(${entries.map(([name]) => name)}::text[], ${entries.map(([, count]) => count)}::bigint[])
    on conflict (username) do update set event_count = participant_activity.event_count + excluded.event_count
  `;
}

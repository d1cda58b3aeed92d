import { type SelectQueryBuilder, sql } from 'kysely';
import {
  type Participant,
  participantRoles,
  type participantSorts,
  type Role,
} from '#domains/participants/contract.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { DB } from '#platform/server/database/schema.gen.ts';
import { type AccountRow, accountColumns, isAccountId } from './accounts.ts';
import { custodialAddress } from './custodial-address.ts';

/**
 * Returns the newest active accounts that are or were participants, at most `limit`, as username and role. One that was a
 * participant has the role of its newest event.
 */
export async function newestParticipants(db: Database, limit: number): Promise<{ username: string; role: string }[]> {
  return db
    .selectFrom('accounts')
    .select('username')
    .select(
      sql<string>`case when ${isCurrent} then accounts.role else coalesce(${recordedRole}, 'other') end`.as('role'),
    )
    .where(wasEver)
    .where('active', '=', true)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export type ParticipantFilter = {
  readonly search?: string | undefined;
  readonly role?: string | undefined;
  readonly status?: 'active' | 'inactive' | undefined;
  readonly sortBy: (typeof participantSorts)[number];
  readonly sortOrder: 'asc' | 'desc';
  readonly page: number;
  readonly limit: number;
};

const sortColumns = {
  createdAt: sql`accounts.created_at`,
  username: sql`lower(accounts.username)`,
  role: sql`accounts.role`,
  status: sql`accounts.active`,
  eventCount: sql`coalesce(counts.event_count, 0)`,
} as const;

const isCurrent = sql<boolean>`accounts.role = any(${[...participantRoles]}::text[])`;

/** Matches participants, and accounts that were participants: their recorded events stay on the assets of others. */
const wasEver = sql<boolean>`(${isCurrent} or accounts.username in (select username from participant_event_counts))`;

/** The role in an account's newest event. It is public already; the role that the account has now may not be. */
const recordedRole = sql<string | null>`(
  select data::json ->> 'role' from ledger_blocks where participant = accounts.username order by index desc limit 1
)`;

/** Returns a page of the matching participants. Ties in the sort order are newest first. */
export async function listParticipants(
  db: Database,
  filter: ParticipantFilter,
): Promise<{ participants: Participant[]; total: number }> {
  let matching = db.selectFrom('accounts').where(wasEver);
  if (filter.role !== undefined) matching = matching.where('accounts.role', '=', filter.role);
  if (filter.status !== undefined)
    matching = matching.where(sql<boolean>`(accounts.active and ${isCurrent})`, '=', filter.status === 'active');
  if (filter.search !== undefined && filter.search !== '') {
    const pattern = `%${filter.search.replaceAll(/[\\%_]/g, '\\$&')}%`;
    matching = matching.where((where) =>
      where.or([where('accounts.username', 'ilike', pattern), where('accounts.display_name', 'ilike', pattern)]),
    );
  }
  const [rows, count] = await Promise.all([
    withCard(matching)
      .orderBy(sortColumns[filter.sortBy], filter.sortOrder)
      .orderBy('accounts.created_at', 'desc')
      .orderBy('accounts.id')
      .limit(filter.limit)
      .offset((filter.page - 1) * filter.limit)
      .execute(),
    matching.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { participants: rows.map(toParticipant), total: count.total };
}

export type FoundParticipant = {
  readonly participant: Participant;
  readonly contact: string | undefined;
  readonly managerId: string | undefined;
  /** Whether the account has the role of a participant. */
  readonly isCurrent: boolean;
};

/**
 * Returns the participant with this id or username (ignoring case). Resident and government accounts are not
 * participants, except that one with recorded events stays readable in its earlier role, without contact and place.
 */
export async function findParticipant(db: Database, idOrUsername: string): Promise<FoundParticipant | undefined> {
  const row = await withCard(
    db
      .selectFrom('accounts')
      .where(wasEver)
      .where((where) =>
        isAccountId(idOrUsername)
          ? where('accounts.id', '=', idOrUsername.toLowerCase())
          : where(sql<string>`lower(accounts.username)`, '=', idOrUsername.toLowerCase()),
      ),
  ).executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    participant: toParticipant(row),
    contact: row.is_current ? (row.contact ?? undefined) : undefined,
    managerId: row.managed_by ?? undefined,
    isCurrent: row.is_current,
  };
}

/** Returns the usernames of participants that an account registered, at most `limit`. */
export async function listManaged(db: Database, managerId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('username')
    .where('managed_by', '=', managerId)
    .orderBy('username')
    .limit(limit)
    .execute();
  return rows.map(({ username }) => username);
}

/** Changes a participant's details on behalf of the caller. Undefined fields stay unchanged. */
export async function updateCard(
  tx: Database,
  id: string,
  change: {
    displayName?: string | null | undefined;
    place?: string | null | undefined;
    contact?: string | null | undefined;
    active?: boolean | undefined;
  },
  by: { administrator: boolean },
): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({
      ...(change.displayName === undefined ? {} : { display_name: change.displayName }),
      ...(change.place === undefined ? {} : { place: change.place }),
      ...(change.contact === undefined ? {} : { contact: change.contact }),
      ...(change.active === undefined ? {} : { active: change.active }),
      // Never set to false here: the database does that on activation.
      ...(change.active === false && by.administrator ? { deactivated_by_administrator: true } : {}),
    })
    .where('id', '=', id)
    .execute();
}

/** Selects accounts with all fields that are shown of a participant. */
const withCard = (matching: SelectQueryBuilder<DB, 'accounts', object>) =>
  matching
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('participant_event_counts')
          .select('event_count')
          .whereRef('participant_event_counts.username', '=', 'accounts.username')
          .as('counts'),
      (join) => join.onTrue(),
    )
    .leftJoin('accounts as managers', 'managers.id', 'accounts.managed_by')
    .select([
      ...accountColumns,
      'accounts.place',
      'accounts.contact',
      'counts.event_count',
      'managers.username as manager',
    ])
    .select(
      sql<string[]>`array(select identifier from account_identifiers where account_id = accounts.id order by 1)`.as(
        'identifiers',
      ),
    )
    .select(
      sql<string[]>`array(
        select identifier from account_identifiers as claims where account_id = accounts.id and not exists (
          select from confirmed_identifiers as confirmed
          where confirmed.canonical = claims.canonical and confirmed.account_id = claims.account_id
        ) order by 1
      )`.as('unverified_identifiers'),
    )
    .select(isCurrent.as('is_current'))
    .select(sql<string | null>`case when not ${isCurrent} then ${recordedRole} end`.as('recorded_role'));

type CardRow = AccountRow & {
  place: string | null;
  event_count: number | null;
  manager: string | null;
  identifiers: string[];
  unverified_identifiers: string[];
  is_current: boolean;
  recorded_role: string | null;
};

function toParticipant(row: CardRow): Participant {
  return {
    id: row.id,
    username: row.username,
    role: (row.is_current ? row.role : (row.recorded_role ?? 'other')) as Participant['role'],
    status: row.active && row.is_current ? 'active' : 'inactive',
    eventCount: row.event_count ?? 0,
    createdAt: row.created_at,
    address: custodialAddress(row.id),
    identifiers: row.identifiers,
    unverifiedIdentifiers: row.unverified_identifiers,
    ...(row.display_name === null ? {} : { displayName: row.display_name }),
    ...(row.place === null || !row.is_current ? {} : { place: row.place }),
    ...(row.manager === null ? {} : { managedBy: row.manager }),
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

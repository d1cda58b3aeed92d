import { sql } from 'kysely';
import type { AdministeredAccount, Role } from '#domains/participants/contract.ts';
import { present } from '#platform/contract/present.ts';
import type { Database } from '#platform/server/database/database.ts';
import { listClaims } from '../identifiers/identifier-rows.ts';

export type AccountFilter = {
  readonly id?: string | undefined;
  readonly search?: string | undefined;
  readonly role?: Role | undefined;
  readonly status?: 'active' | 'inactive' | undefined;
  readonly administrator?: 'true' | 'false' | undefined;
  readonly auditor?: 'true' | 'false' | undefined;
};

/** Returns accounts in the form shown to administrators, newest first. Includes e-mail addresses only on request. */
export async function listAdministered(
  db: Database,
  filter: AccountFilter,
  options: { page: number; limit: number; now: number; emails: boolean },
): Promise<{ accounts: AdministeredAccount[]; total: number }> {
  const matching = filtered(db, filter, options.emails);
  const now = new Date(options.now).toISOString();
  const [rows, count] = await Promise.all([
    matching
      .leftJoin('accounts as managers', 'managers.id', 'accounts.managed_by')
      .select([
        'accounts.id',
        'accounts.username',
        'accounts.display_name',
        'accounts.email',
        'accounts.role',
        'accounts.administrator',
        'accounts.auditor',
        'accounts.active',
        'accounts.created_at',
        'managers.username as manager',
        'accounts.second_factor',
        sql<boolean>`accounts.password_hash is not null`.as('signs_in'),
        sql<number>`(select count(*) from passkeys where account_id = accounts.id)`.as('passkeys'),
        sql<number>`(select count(*) from sessions where account_id = accounts.id and expires_at > ${now} and idle_expires_at > ${now})`.as(
          'sessions',
        ),
        sql<string | null>`(select max(last_seen_at) from sessions where account_id = accounts.id)`.as('last_seen_at'),
      ])
      .orderBy('accounts.created_at', 'desc')
      .orderBy('accounts.id')
      .limit(options.limit)
      .offset((options.page - 1) * options.limit)
      .execute(),
    matching.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  const claims = await listClaims(
    db,
    rows.map(({ id }) => id),
  );
  const accounts = rows.map(
    (row): AdministeredAccount => ({
      id: row.id,
      username: row.username,
      role: row.role as Role,
      administrator: row.administrator,
      auditor: row.auditor,
      status: row.active ? 'active' : 'inactive',
      signsIn: row.signs_in,
      secondFactor: row.second_factor,
      passkeys: row.passkeys,
      identifiers: claims.get(row.id) ?? [],
      sessions: row.sessions,
      createdAt: row.created_at,
      ...(row.display_name === null ? {} : { displayName: row.display_name }),
      ...(row.email === null || !options.emails ? {} : { email: row.email }),
      ...(row.manager === null ? {} : { managedBy: row.manager }),
      ...(row.last_seen_at === null ? {} : { lastSeenAt: row.last_seen_at }),
    }),
  );
  return { accounts, total: count.total };
}

function filtered(db: Database, { id, search, role, status, administrator, auditor }: AccountFilter, emails: boolean) {
  const pattern = `%${(search ?? '').replaceAll(/[\\%_]/g, '\\$&')}%`;
  return db
    .selectFrom('accounts')
    .$if(id !== undefined, (query) => query.where('accounts.id', '=', present(id, 'the condition is added for an id')))
    .$if(role !== undefined, (query) =>
      query.where('accounts.role', '=', present(role, 'the condition is added for a role')),
    )
    .$if(status !== undefined, (query) => query.where('accounts.active', '=', status === 'active'))
    .$if(administrator !== undefined, (query) => query.where('accounts.administrator', '=', administrator === 'true'))
    .$if(auditor !== undefined, (query) => query.where('accounts.auditor', '=', auditor === 'true'))
    .$if(search !== undefined && search !== '', (query) =>
      query.where((where) =>
        where.or([
          where('accounts.username', 'ilike', pattern),
          where('accounts.display_name', 'ilike', pattern),
          ...(emails ? [where('accounts.email', 'ilike', pattern)] : []),
        ]),
      ),
    );
}

/** Changes an account on behalf of an administrator. */
export async function updateAdministered(
  tx: Database,
  id: string,
  change: {
    role?: string | undefined;
    administrator?: boolean | undefined;
    auditor?: boolean | undefined;
    active?: boolean | undefined;
  },
): Promise<void> {
  const { role, administrator, auditor, active } = change;
  await tx
    .updateTable('accounts')
    .set({
      ...(role === undefined ? {} : { role }),
      ...(administrator === undefined ? {} : { administrator }),
      ...(auditor === undefined ? {} : { auditor }),
      ...(active === undefined ? {} : { active }),
      ...(active === false ? { deactivated_by_administrator: true } : {}),
    })
    .where('id', '=', id)
    .execute();
}

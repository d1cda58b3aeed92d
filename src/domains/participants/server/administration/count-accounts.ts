import { sql } from 'kysely';
import { Role } from '#domains/participants/contract.ts';
import type { Database } from '#platform/server/database/database.ts';

/** Counts accounts by role and right, and the sessions that are open at `now`, in milliseconds since the epoch. */
export async function countAccounts(db: Database, now: number) {
  const at = new Date(now).toISOString();
  const [byRole, { sessions }] = await Promise.all([
    db
      .selectFrom('accounts')
      .select((select) => [
        'role',
        select.fn.countAll<number>().as('accounts'),
        sql<number>`count(*) filter (where active)`.as('active'),
        sql<number>`count(*) filter (where password_hash is not null)`.as('signIns'),
        sql<number>`count(*) filter (where administrator)`.as('administrators'),
        sql<number>`count(*) filter (where auditor)`.as('auditors'),
      ])
      .groupBy('role')
      .execute(),
    db
      .selectFrom('sessions')
      .select((select) => select.fn.countAll<number>().as('sessions'))
      .where('expires_at', '>', at)
      .where('idle_expires_at', '>', at)
      .executeTakeFirstOrThrow(),
  ]);
  const sum = (field: 'accounts' | 'active' | 'signIns' | 'administrators' | 'auditors') =>
    byRole.reduce((total, row) => total + row[field], 0);
  return {
    accounts: sum('accounts'),
    active: sum('active'),
    signIns: sum('signIns'),
    administrators: sum('administrators'),
    auditors: sum('auditors'),
    sessions,
    roles: Role.options.map((role) => ({ role, accounts: byRole.find((row) => row.role === role)?.accounts ?? 0 })),
  };
}

import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';

/**
 * Makes one account the manager of another, unless that already has a manager. Locks its row. Reports whether it is the manager now; an account
 * never manages itself, or its own manager.
 */
export async function beginManaging(tx: Database, accountId: string, managerId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('accounts')
    .set({ managed_by: managerId })
    .where('id', '=', accountId)
    .where('id', '<>', managerId)
    .where('managed_by', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('accounts as managers')
            .select('managers.id')
            .where('managers.id', '=', managerId)
            .where('managers.managed_by', 'is not', null),
        ),
      ),
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Ends the management of an account with a sign-in of its own. Returns false if it is not managed by the other. */
export async function endManaging(tx: Database, accountId: string, managerId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('accounts')
    .set({ managed_by: null })
    .where('id', '=', accountId)
    .where('managed_by', '=', managerId)
    .where('password_hash', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Returns the managers of accounts with a sign-in of their own, by the ids of both: those that joined a team. Of these accounts, or of a page of all. A
 * participant without a sign-in belongs to the account that registered it.
 */
export async function readManagersOfSignIns(
  db: Database,
  { accountIds, after, limit }: { accountIds?: readonly string[]; after?: string | undefined; limit?: number },
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; managerId: string }>`
    select id, managed_by as "managerId" from accounts where managed_by is not null and password_hash is not null
      and (${accountIds ?? null}::uuid[] is null or id = any(${accountIds ?? null}::uuid[]))
      and (${after ?? null}::uuid is null or id > ${after ?? null}::uuid)
    order by id limit ${limit ?? null}
  `.execute(db);
  return new Map(rows.map(({ id, managerId }) => [id, managerId]));
}

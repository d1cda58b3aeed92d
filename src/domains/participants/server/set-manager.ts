import type { Database } from '#platform/server/database/database.ts';

/**
 * Has an account be managed by another one, if nobody manages it yet. Locks its row. Returns whether it is so now; an account never manages
 * itself, nor whoever manages it.
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

/** Ends that an account with a sign-in of its own is managed by another one. Returns false if it is not so. */
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

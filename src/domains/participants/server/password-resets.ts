import type { Database } from '#platform/server/database/database.ts';

/** Stores the one-time link of an account, replacing an earlier one. */
export async function replaceReset(
  tx: Database,
  reset: { accountId: string; tokenHash: Buffer; expiresAt: string },
): Promise<void> {
  const row = { token_hash: reset.tokenHash, expires_at: reset.expiresAt };
  await tx
    .insertInto('password_resets')
    .values({ account_id: reset.accountId, ...row })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
    .execute();
}

/** Returns the account of a link that has not expired. */
export async function findReset(db: Database, tokenHash: Buffer, now: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('password_resets')
    .select('account_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', new Date(now).toISOString())
    .executeTakeFirst();
  return row?.account_id;
}

/** Ends the link of an account, if it has one. */
export async function deleteResetOf(tx: Database, accountId: string): Promise<void> {
  await tx.deleteFrom('password_resets').where('account_id', '=', accountId).execute();
}

export async function deleteReset(tx: Database, tokenHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('password_resets')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

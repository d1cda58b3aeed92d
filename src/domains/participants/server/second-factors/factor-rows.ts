import type { SecondFactors } from '#domains/participants/contract.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { SealedSecret } from './secret-box.ts';

export type TotpFactor = {
  readonly secret: SealedSecret;
  readonly begunAt: string;
  readonly begunBy: string;
  readonly enabledAt: string | undefined;
};

/** Stores a secret whose setup begins, replacing one that was never confirmed. Leaves one in use alone. */
export async function replaceUnconfirmed(
  tx: Database,
  factor: { accountId: string; secret: SealedSecret; begunAt: string; begunBy: string },
): Promise<void> {
  const values = {
    key_id: factor.secret.keyId,
    sealed_secret: factor.secret.sealed,
    begun_at: factor.begunAt,
    begun_by: factor.begunBy,
    last_step: 0,
  };
  await tx
    .insertInto('totp_factors')
    .values({ account_id: factor.accountId, ...values })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet(values).where('totp_factors.enabled_at', 'is', null),
    )
    .execute();
}

export async function findTotp(db: Database, accountId: string): Promise<TotpFactor | undefined> {
  const row = await db.selectFrom('totp_factors').selectAll().where('account_id', '=', accountId).executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    secret: { keyId: row.key_id, sealed: row.sealed_secret },
    begunAt: row.begun_at,
    begunBy: row.begun_by,
    enabledAt: row.enabled_at ?? undefined,
  };
}

/** Uses up the code of a time step. Returns false if it, or a later one, was used before. */
export async function claimStep(db: Database, accountId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('totp_factors')
    .set({ last_step: step })
    .where('account_id', '=', accountId)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Turns the factor on. Signing in then requires a code. */
export async function enableTotp(tx: Database, accountId: string, at: string): Promise<void> {
  await tx.updateTable('totp_factors').set({ enabled_at: at }).where('account_id', '=', accountId).execute();
  await tx.updateTable('accounts').set({ second_factor: true }).where('id', '=', accountId).execute();
}

/** Removes the factor and its recovery codes. Reports whether it was on. */
export async function deleteFactors(tx: Database, accountId: string): Promise<boolean> {
  await tx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute();
  await tx.deleteFrom('totp_factors').where('account_id', '=', accountId).execute();
  const { numUpdatedRows } = await tx
    .updateTable('accounts')
    .set({ second_factor: false })
    .where('id', '=', accountId)
    .where('second_factor', '=', true)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function replaceRecoveryCodes(tx: Database, accountId: string, hashes: readonly Buffer[]): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute();
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ account_id: accountId, code_hash })))
    .execute();
}

/** Uses up a recovery code. Returns false if the account has none with this hash. */
export async function claimRecoveryCode(db: Database, accountId: string, hash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hash)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Returns the facts shown to the owner: no secret and no code. */
export async function readSecondFactors(db: Database, accountId: string): Promise<SecondFactors> {
  const [totp, count] = await Promise.all([
    db
      .selectFrom('totp_factors')
      .select('enabled_at')
      .where('account_id', '=', accountId)
      .where('enabled_at', 'is not', null)
      .executeTakeFirst(),
    db
      .selectFrom('recovery_codes')
      .select((select) => select.fn.countAll<number>().as('left'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow(),
  ]);
  const enabledAt = totp?.enabled_at ?? undefined;
  return { recoveryCodesLeft: count.left, ...(enabledAt === undefined ? {} : { totp: { enabledAt } }) };
}

/** Returns the names of the keys that encrypt secrets in use. */
export async function listKeyIds(db: Database): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('totp_factors')
    .select('key_id')
    .distinct()
    .where('enabled_at', 'is not', null)
    .execute();
  return rows.map((row) => row.key_id);
}

import type { Passkey } from '#domains/participants/contract.ts';
import type { Database } from '#platform/server/database/database.ts';

/** A passkey with the key that verifies its signatures. */
export type StoredPasskey = {
  readonly id: string;
  readonly accountId: string;
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly signCount: number;
  readonly transports: readonly string[];
};

export async function insertPasskey(
  tx: Database,
  passkey: StoredPasskey & { name: string; createdAt: string },
): Promise<void> {
  await tx
    .insertInto('passkeys')
    .values({
      id: passkey.id,
      account_id: passkey.accountId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      sign_count: passkey.signCount,
      transports: passkey.transports.join(' '),
      name: passkey.name,
      created_at: passkey.createdAt,
    })
    .execute();
}

export async function findPasskey(db: Database, credentialId: string): Promise<StoredPasskey | undefined> {
  const row = await db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    id: row.id,
    accountId: row.account_id,
    credentialId: row.credential_id,
    publicKey: row.public_key,
    signCount: row.sign_count,
    transports: row.transports === '' ? [] : row.transports.split(' '),
  };
}

/** Returns the passkeys of an account, oldest first. */
export async function listPasskeys(db: Database, accountId: string): Promise<(Passkey & { credentialId: string })[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(['id', 'credential_id', 'name', 'created_at', 'last_used_at'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    credentialId: row.credential_id,
    name: row.name,
    createdAt: row.created_at,
    ...(row.last_used_at === null ? {} : { lastUsedAt: row.last_used_at }),
  }));
}

/** Stores a use. Returns false if the count was used before, by a concurrent sign-in with a copy of the key. */
export async function markUsed(
  db: Database,
  id: string,
  use: { signCount: number; earlierCount: number; at: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ sign_count: use.signCount, last_used_at: use.at })
    .where('id', '=', id)
    .where('sign_count', '=', use.earlierCount)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Deletes a passkey of the account and returns its name, or undefined if it has none with this id. */
export async function deletePasskey(tx: Database, accountId: string, id: string): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('name')
    .executeTakeFirst();
  return row?.name;
}

/** Deletes all passkeys of an account and returns their number. */
export async function deletePasskeysOf(tx: Database, accountId: string): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('passkeys').where('account_id', '=', accountId).executeTakeFirst();
  return Number(numDeletedRows);
}

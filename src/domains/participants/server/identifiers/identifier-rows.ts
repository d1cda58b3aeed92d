import { sql } from 'kysely';
import type { IdentifierClaim } from '#domains/participants/contract.ts';
import type { Database } from '#platform/server/database/database.ts';
import { canonicalParty } from './canonical-party.ts';

/** Stores a participant's claims to external identifiers. They are unverified until an administrator confirms them. */
export async function insertIdentifiers(
  db: Database,
  accountId: string,
  identifiers: readonly string[],
): Promise<void> {
  if (identifiers.length === 0) return;
  await db
    .insertInto('account_identifiers')
    .values(
      [...new Set(identifiers)].map((identifier) => ({
        identifier,
        account_id: accountId,
        canonical: canonicalParty(identifier),
      })),
    )
    .execute();
}

/** Returns which of these canonical identifiers are confirmed, with the account they are confirmed for. */
export async function findConfirmed(db: Database, canonicals: readonly string[]): Promise<Map<string, string>> {
  if (canonicals.length === 0) return new Map();
  const rows = await db
    .selectFrom('confirmed_identifiers')
    .select(['canonical', 'account_id'])
    .where('canonical', 'in', canonicals)
    .execute();
  return new Map(rows.map((row) => [row.canonical, row.account_id]));
}

/** A claim to an identifier, with the facts that resolve it. */
export type ClaimRow = {
  readonly canonical: string;
  readonly username: string;
  readonly confirmed: boolean;
  /** Whether the participant has neither a sign-in nor a manager. */
  readonly unattended: boolean;
};

/** Returns every claim to these canonical identifiers, one for each participant. */
export async function findClaims(db: Database, canonicals: readonly string[]): Promise<ClaimRow[]> {
  if (canonicals.length === 0) return [];
  return db
    .selectFrom('account_identifiers as claims')
    .innerJoin('accounts', 'accounts.id', 'claims.account_id')
    .leftJoin('confirmed_identifiers as confirmed', (join) =>
      join.onRef('confirmed.canonical', '=', 'claims.canonical').onRef('confirmed.account_id', '=', 'accounts.id'),
    )
    .distinct()
    .select([
      'claims.canonical',
      'accounts.username',
      sql<boolean>`confirmed.canonical is not null`.as('confirmed'),
      sql<boolean>`accounts.managed_by is null and accounts.password_hash is null`.as('unattended'),
    ])
    .where('claims.canonical', 'in', canonicals)
    .execute();
}

/** Returns the claims of each of these accounts, sorted. Accounts without a claim are left out. */
export async function listClaims(db: Database, accountIds: readonly string[]): Promise<Map<string, IdentifierClaim[]>> {
  const { rows } = await sql<IdentifierClaim & { account: string }>`
    select claims.account_id as account, claims.identifier,
      exists (
        select from confirmed_identifiers as confirmed
        where confirmed.canonical = claims.canonical and confirmed.account_id = claims.account_id
      ) as verified,
      (
        select count(distinct others.account_id) from account_identifiers as others
        where others.canonical = claims.canonical and others.account_id <> claims.account_id
      ) as "otherClaims"
    from account_identifiers as claims where claims.account_id = any(${[...accountIds]}::uuid[]) order by 2
  `.execute(db);
  const claims = new Map<string, IdentifierClaim[]>();
  for (const { account, ...claim } of rows) claims.set(account, [...(claims.get(account) ?? []), claim]);
  return claims;
}

/** Confirms an identifier for an account. Returns false if it is already confirmed, for this account or another. */
export async function insertConfirmation(
  tx: Database,
  confirmation: { canonical: string; accountId: string; by: string; at: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('confirmed_identifiers')
    .values({
      canonical: confirmation.canonical,
      account_id: confirmation.accountId,
      confirmed_by: confirmation.by,
      confirmed_at: new Date(confirmation.at).toISOString(),
    })
    .onConflict((conflict) => conflict.column('canonical').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Withdraws the confirmation of an identifier for an account. Returns false if there is none. */
export async function deleteConfirmation(tx: Database, canonical: string, accountId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('confirmed_identifiers')
    .where('canonical', '=', canonical)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

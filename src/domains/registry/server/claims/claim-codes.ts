import { type RawBuilder, sql } from 'kysely';
import { CLOCK_SKEW_MILLISECONDS } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';

export type StoredCode = {
  readonly selector: string;
  readonly codeHash: Buffer;
  readonly holder: string;
  readonly propertyId: string;
  readonly expiresAt: number;
};

/** Stores a code, and voids earlier codes of the same owner. Returns false if an open code of another owner has the selector. */
export async function replaceCode(tx: Database, code: StoredCode, by: { user: string; at: number }): Promise<boolean> {
  // Otherwise neither of two codes issued at the same time would find the other.
  await sql`select pg_advisory_xact_lock(hashtext(${`claim code of ${code.holder}`}))`.execute(tx);
  await voidCodes(tx, [code.holder], by.at);
  // A selector may be used again once its code is used or void.
  await sql`
    delete from claim_codes where selector = ${code.selector} and (used_at is not null or void_at is not null)
  `.execute(tx);
  const { rows } = await sql`
    insert into claim_codes (selector, code_hash, holder, property_id, issued_by, issued_at, expires_at)
    values (${code.selector}, ${code.codeHash}, ${code.holder}, ${code.propertyId}, ${by.user},
      to_timestamp(${by.at} / 1000.0), to_timestamp(${code.expiresAt} / 1000.0))
    on conflict (selector) do nothing returning selector
  `.execute(tx);
  return rows.length === 1;
}

/** Voids the open codes of these owners. */
export async function voidCodes(tx: Database, holders: readonly string[], at: number): Promise<void> {
  await sql`
    update claim_codes set void_at = to_timestamp(${at} / 1000.0)
    where holder = any(${[...holders]}::text[]) and used_at is null and void_at is null
  `.execute(tx);
}

/** Finds the open code with a selector, and locks it until the transaction ends. */
export const lockOpenCode = (tx: Database, selector: string) => findCode(tx, selector, sql`for update`);

/** Finds the open code with a selector. */
export const findOpenCode = (db: Database, selector: string) => findCode(db, selector, sql``);

async function findCode(db: Database, selector: string, lock: RawBuilder<unknown>): Promise<StoredCode | undefined> {
  const { rows } = await sql<{ code_hash: Buffer; holder: string; property_id: string; expires_at: string }>`
    select code_hash, holder, property_id, expires_at from claim_codes
    where selector = ${selector} and used_at is null and void_at is null ${lock}
  `.execute(db);
  const [row] = rows;
  return (
    row && {
      selector,
      codeHash: row.code_hash,
      holder: row.holder,
      propertyId: row.property_id,
      expiresAt: Date.parse(row.expires_at),
    }
  );
}

/** Finds the property that an account claimed with a code, if the account still owns it. */
export async function findClaimed(
  tx: Database,
  { selector, codeHash, accountId }: { selector: string; codeHash: Buffer; accountId: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ property_id: string }>`
    select property_id from claim_codes join parcel_holders using (holder, property_id)
    join registry_parties using (party_id) join parcel_rights using (holder, property_id)
    where selector = ${selector} and code_hash = ${codeHash} and used_at is not null and account_id = ${accountId}
  `.execute(tx);
  return rows[0]?.property_id;
}

/** Counts a wrong code, which voids the right one after `max`. */
export async function countFailure(tx: Database, selector: string, max: number, at: number): Promise<void> {
  await sql`
    update claim_codes set failures = failures + 1,
      void_at = case when failures + 1 >= ${max} then to_timestamp(${at} / 1000.0) else void_at end
    where selector = ${selector}
  `.execute(tx);
}

export async function markUsed(tx: Database, selector: string, at: number): Promise<void> {
  await sql`update claim_codes set used_at = to_timestamp(${at} / 1000.0) where selector = ${selector}`.execute(tx);
}

/** Counts an attempt of an account, and returns the number within a day. A day counted by a clock that was ahead begins again. */
export async function countTry(db: Database, accountId: string, at: number): Promise<number> {
  const isOver = sql`(claim_tries.since < excluded.since - interval '1 day' or claim_tries.since > excluded.since + make_interval(secs => ${CLOCK_SKEW_MILLISECONDS / 1000}))`;
  const { rows } = await sql<{ tries: number }>`
    insert into claim_tries (account_id, since, tries) values (${accountId}, to_timestamp(${at} / 1000.0), 1)
    on conflict (account_id) do update set
      tries = case when ${isOver} then 1 else claim_tries.tries + 1 end,
      since = case when ${isOver} then excluded.since else claim_tries.since end
    returning tries
  `.execute(db);
  return rows[0]?.tries ?? 0;
}

export async function forgetTries(tx: Database, accountId: string): Promise<void> {
  await sql`delete from claim_tries where account_id = ${accountId}`.execute(tx);
}

import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { CLOCK_SKEW_MILLISECONDS } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import { ensurePartyOfAccount } from '../rights/parties.ts';
import { ensureRecipient } from './outbox.ts';

/** All SQL statements about recipients of letters. */

const DAY = 86_400_000;
const time = (milliseconds: number) => sql`to_timestamp(${milliseconds}::float8 / 1000.0)`;
const hashOf = (token: string) => hash('sha256', token, 'buffer');

export type MailSettings = {
  readonly address: string | null;
  readonly verifiedAt: string | null;
  readonly pending: string | null;
  readonly stopped: boolean;
};

/** Reads the mail settings of an account. */
export async function readMailSettings(db: Database, accountId: string): Promise<MailSettings> {
  const { rows } = await sql<MailSettings>`
    select n.address, n.verified_at as "verifiedAt", n.pending_address as pending, n.stopped_at is not null as stopped
    from registry_parties p join notice_recipients n using (party_id) where p.account_id = ${accountId}::uuid
  `.execute(db);
  return rows[0] ?? { address: null, verifiedAt: null, pending: null, stopped: false };
}

/** Creates the row of an account, if it has none. */
async function ensureOwn(tx: Database, accountId: string): Promise<string> {
  const partyId = await ensurePartyOfAccount(tx, accountId);
  await ensureRecipient(tx, partyId);
  return partyId;
}

export type Pending = {
  readonly address: string;
  readonly token: string;
  readonly now: number;
  readonly triesMax: number;
};

/**
 * Stores an address that waits for its verification. Returns false if the account has requested too many within a day. A day that begins in
 * the future comes from a clock that was ahead, and begins again.
 */
export async function storePending(db: Database, accountId: string, pending: Pending): Promise<boolean> {
  const { address, token, now, triesMax } = pending;
  return db.transaction().execute(async (tx) => {
    const partyId = await ensureOwn(tx, accountId);
    const isToday = sql`(tries_since > ${time(now - DAY)} and tries_since < ${time(now + CLOCK_SKEW_MILLISECONDS)})`;
    const { rows } = await sql`
      update notice_recipients set pending_address = ${address}, token_hash = ${hashOf(token)}, token_until = ${time(now + DAY)},
        tries = case when ${isToday} then tries + 1 else 1 end,
        tries_since = case when ${isToday} then tries_since else ${time(now)} end
      where party_id = ${partyId}::uuid and not coalesce(${isToday} and tries >= ${triesMax}, false)
      returning 1
    `.execute(tx);
    return rows.length > 0;
  });
}

/** Makes the address of a token the verified one. Returns false if the token is unknown, used or too old. */
export async function verifyPending(db: Database, token: string, now: number): Promise<boolean> {
  const { rows } = await sql`
    update notice_recipients set address = pending_address, verified_at = ${time(now)}, stopped_at = null,
      pending_address = null, token_hash = null, token_until = null
    where token_hash = ${hashOf(token)} and token_until > ${time(now)} returning 1
  `.execute(db);
  return rows.length > 0;
}

/** Removes the address of an account, and one that waits for its verification. */
export async function removeAddress(db: Database, accountId: string): Promise<void> {
  await sql`
    update notice_recipients set address = null, verified_at = null, pending_address = null, token_hash = null, token_until = null
    where party_id = (select party_id from registry_parties where account_id = ${accountId}::uuid)
  `.execute(db);
}

/** Stops or resumes the letters of an account. */
export async function setStopped(db: Database, accountId: string, stopped: boolean, now: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const partyId = await ensureOwn(tx, accountId);
    const at = stopped ? sql`coalesce(stopped_at, ${time(now)})` : sql`null`;
    await sql`update notice_recipients set stopped_at = ${at} where party_id = ${partyId}::uuid`.execute(tx);
  });
}

/** Stops the letters of the recipient with this token. Returns false for an unknown token. */
export async function stopByToken(db: Database, token: string, now: number): Promise<boolean> {
  const { rows } = await sql`
    update notice_recipients set stopped_at = coalesce(stopped_at, ${time(now)}) where stop_token = ${token} returning 1
  `.execute(db);
  return rows.length > 0;
}

/** Removes the notices and the mail address of the party behind a pseudonym. */
export async function deleteNoticesOf(tx: Database, holder: string): Promise<void> {
  const party = sql`(select party_id from parcel_holders where holder = ${holder})`;
  await sql`delete from notices where party_id = ${party}`.execute(tx);
  await sql`delete from notice_recipients where party_id = ${party}`.execute(tx);
}

import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { SessionEntry } from '#domains/participants/contract.ts';
import { present } from '#platform/contract/present.ts';
import { CLOCK_SKEW_MILLISECONDS, type Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { AccountWatch } from './account-watch.ts';
import { type Account, accountColumns, toAccount } from './accounts.ts';
import { describeDevice, networkOf } from './describe-device.ts';

export type SignedIn = Account & { readonly sessionId: string };

export type Sessions = {
  /**
   * Opens a session and returns its token: 256 random bits that are stored nowhere else. Beyond 50 sessions, the oldest
   * ends.
   */
  open(db: Database, account: Account, from: { ip: string; userAgent: string | undefined }): Promise<string>;
  /** Returns the active account of a live session. A session ended by another process is refused within two seconds. */
  find(token: string): Promise<SignedIn | undefined>;
  endOne(session: SignedIn): Promise<void>;
  /** Ends all sessions of an account except one, and returns the number ended. */
  endOthers(db: Database, accountId: string, keptSessionId: string | undefined): Promise<number>;
};

const DAY = 86_400_000;
const IDLE_MILLISECONDS = 7 * DAY;
const LIFETIME_MILLISECONDS = 30 * DAY;
const SEEN_INTERVAL_MILLISECONDS = 60_000;
const REMEMBERED_MILLISECONDS = 2000;
const REMEMBERED_MAX = 10_000;
const SESSIONS_LISTED = 100;
/** Sessions of one account. Without a bound, a script that signs in for each call grows the table for 30 days. */
const SESSIONS_MAX = 50;

const hashToken = (token: string) => createHash('sha256').update(token).digest();

/** Opaque sessions. Only a hash of each token is stored, so a stolen database grants no sign-in. */
export function createSessions(database: Database, clock: Clock, watch: AccountWatch): Sessions {
  const remembered = new Map<string, { account: SignedIn; at: number }>();
  // A cached session from the future comes from a clock that was ahead, and may have ended long ago.
  const isFresh = ({ at }: { at: number }) => Math.abs(clock() - at) < REMEMBERED_MILLISECONDS;
  watch.follow({
    clear: () => remembered.clear(),
    isInUse: () => [...remembered.values()].some(isFresh),
  });

  /** Sessions ended by this process. A read that ran meanwhile may have returned one of them. */
  let ended = 0;

  async function read(token: string): Promise<SignedIn | undefined> {
    const now = new Date(clock()).toISOString();
    const row = await database
      .selectFrom('sessions')
      .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
      .select([...accountColumns, 'sessions.id as session_id', 'sessions.last_seen_at'])
      .where('token_hash', '=', hashToken(token))
      .where('sessions.expires_at', '>', now)
      .where('sessions.idle_expires_at', '>', now)
      .where('accounts.active', '=', true)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    if (clock() - Date.parse(row.last_seen_at) > SEEN_INTERVAL_MILLISECONDS) await touch(row.session_id);
    return { ...toAccount(row), sessionId: row.session_id };
  }

  async function touch(sessionId: string): Promise<void> {
    const now = clock();
    await database
      .updateTable('sessions')
      .set({
        last_seen_at: new Date(now).toISOString(),
        idle_expires_at: new Date(now + IDLE_MILLISECONDS).toISOString(),
      })
      .where('id', '=', sessionId)
      .execute();
  }

  return {
    async open(db, account, from) {
      const token = `cairn_${randomBytes(32).toString('base64url')}`;
      const now = clock();
      const id = randomUUID();
      await db
        .insertInto('sessions')
        .values({
          token_hash: hashToken(token),
          id,
          account_id: account.id,
          created_at: new Date(now).toISOString(),
          last_seen_at: new Date(now).toISOString(),
          proven_at: new Date(now).toISOString(),
          idle_expires_at: new Date(now + IDLE_MILLISECONDS).toISOString(),
          expires_at: new Date(now + LIFETIME_MILLISECONDS).toISOString(),
          user_agent: from.userAgent ?? null,
          ip: from.ip,
        })
        .execute();
      await endOldest(db, account.id, id);
      return token;
    },
    async find(token) {
      const known = remembered.get(token);
      if (known !== undefined && isFresh(known)) return known.account;
      remembered.delete(token);
      const generation = watch.generation();
      const endedBefore = ended;
      const account = await read(token);
      // A value read before a change may be stale.
      if (account !== undefined && generation === watch.generation() && endedBefore === ended) {
        watch.remembering();
        if (remembered.size >= REMEMBERED_MAX) remembered.clear();
        remembered.set(token, { account, at: clock() });
      }
      return account;
    },
    async endOne({ sessionId }) {
      await database.deleteFrom('sessions').where('id', '=', sessionId).execute();
      ended += 1;
      for (const [token, { account }] of remembered) if (account.sessionId === sessionId) remembered.delete(token);
    },
    async endOthers(db, accountId, keptSessionId) {
      for (const [token, { account }] of remembered)
        if (account.id === accountId && account.sessionId !== keptSessionId) remembered.delete(token);
      const { numAffectedRows } = await sql`
        delete from sessions where account_id = ${accountId} and id is distinct from ${keptSessionId ?? null}::uuid
      `.execute(db);
      if (numAffectedRows !== 0n) await noticeEverywhere(db);
      return Number(present(numAffectedRows, 'PostgreSQL counts the rows of a write'));
    },
  };
}

/** Ends the oldest sessions of an account beyond the bound. The new one stays, even if the clock went back. */
async function endOldest(db: Database, accountId: string, newSessionId: string): Promise<void> {
  const { numAffectedRows } = await sql`
    delete from sessions where id in (
      select id from sessions where account_id = ${accountId} and id <> ${newSessionId}
      order by created_at desc, id offset ${SESSIONS_MAX - 1}
    )
  `.execute(db);
  if (numAffectedRows !== 0n) await noticeEverywhere(db);
}

/** Returns the live sessions of an account, at most 100, most recently used first. */
export async function listSessions(
  db: Database,
  of: { id: string; sessionId: string | undefined },
  now: number,
): Promise<SessionEntry[]> {
  const instant = new Date(now).toISOString();
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'ip', 'created_at', 'last_seen_at', 'idle_expires_at', 'expires_at'])
    .where('account_id', '=', of.id)
    .where('expires_at', '>', instant)
    .where('idle_expires_at', '>', instant)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .limit(SESSIONS_LISTED)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    device: describeDevice(row.user_agent),
    address: networkOf(row.ip),
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: [row.idle_expires_at, row.expires_at].toSorted()[0] ?? row.expires_at,
    current: row.id === of.sessionId,
  }));
}

/** Ends one session of an account. Returns false if the account has none with this id. */
export async function deleteSession(tx: Database, accountId: string, sessionId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  await noticeEverywhere(tx);
  return true;
}

/** Invalidates cached sessions in every process within 500 ms. */
const noticeEverywhere = (tx: Database) => sql`update account_version set version = version + 1`.execute(tx);

/** Reports whether a session is still open. Keeps it from ending until the transaction ends. */
export async function lockSession(tx: Database, sessionId: string, now: number): Promise<boolean> {
  const instant = new Date(now).toISOString();
  const row = await tx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('expires_at', '>', instant)
    .where('idle_expires_at', '>', instant)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Reports whether the owner of the session proved to be present between these times, in milliseconds. A proof from later comes from a
 * clock that was ahead, so its real time is unknown.
 */
export async function isProvenBetween(db: Database, sessionId: string, since: number, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('proven_at', '>', new Date(since).toISOString())
    .where('proven_at', '<=', new Date(now + CLOCK_SKEW_MILLISECONDS).toISOString())
    .executeTakeFirst();
  return row !== undefined;
}

export async function markProven(tx: Database, sessionId: string, at: number): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ proven_at: new Date(at).toISOString() })
    .where('id', '=', sessionId)
    .execute();
}

/** Voids the proofs of an account's other sessions, which were given without its new factor. */
export async function voidOtherProofs(tx: Database, accountId: string, keptSessionId: string): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ proven_at: null })
    .where('account_id', '=', accountId)
    .where('id', '<>', keptSessionId)
    .execute();
}

/** Removes expired sessions. */
export async function deleteExpiredSessions(database: Database, clock: Clock): Promise<void> {
  const now = new Date(clock()).toISOString();
  await sql`delete from sessions where expires_at < ${now} or idle_expires_at < ${now}`.execute(database);
}

import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type Account, accountColumns, toAccount } from './accounts.ts';

export type SignedIn = Account & { readonly sessionId: string };

export type Sessions = {
  /** Makes a session and gives its token: 256 random bits, which stand nowhere else. */
  open(db: Database, account: Account, from: { ip: string; userAgent: string | undefined }): Promise<string>;
  /** The active account of a live session. A session that was ended elsewhere is noticed within two seconds. */
  find(token: string): Promise<SignedIn | undefined>;
  endOne(session: SignedIn): Promise<void>;
  /** Ends all sessions of an account but one, and says how many. */
  endOthers(db: Database, accountId: string, keptSessionId: string | undefined): Promise<number>;
};

const DAY = 86_400_000;
const IDLE_MILLISECONDS = 7 * DAY;
const LIFETIME_MILLISECONDS = 30 * DAY;
const SEEN_INTERVAL_MILLISECONDS = 60_000;
const REMEMBERED_MILLISECONDS = 2000;
const REMEMBERED_MAX = 10_000;

const hashToken = (token: string) => createHash('sha256').update(token).digest();

/** Opaque sessions. Only a hash of each token is stored, so a stolen database signs nobody in. */
export function createSessions(database: Database, clock: Clock): Sessions {
  const remembered = new Map<string, { account: SignedIn; until: number }>();

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
      await db
        .insertInto('sessions')
        .values({
          token_hash: hashToken(token),
          id: randomUUID(),
          account_id: account.id,
          created_at: new Date(now).toISOString(),
          last_seen_at: new Date(now).toISOString(),
          idle_expires_at: new Date(now + IDLE_MILLISECONDS).toISOString(),
          expires_at: new Date(now + LIFETIME_MILLISECONDS).toISOString(),
          user_agent: from.userAgent ?? null,
          ip: from.ip,
        })
        .execute();
      return token;
    },
    async find(token) {
      const known = remembered.get(token);
      if (known !== undefined && known.until > clock()) return known.account;
      remembered.delete(token);
      const account = await read(token);
      if (account !== undefined) {
        if (remembered.size >= REMEMBERED_MAX) remembered.clear();
        remembered.set(token, { account, until: clock() + REMEMBERED_MILLISECONDS });
      }
      return account;
    },
    async endOne({ sessionId }) {
      for (const [token, { account }] of remembered) if (account.sessionId === sessionId) remembered.delete(token);
      await database.deleteFrom('sessions').where('id', '=', sessionId).execute();
    },
    async endOthers(db, accountId, keptSessionId) {
      for (const [token, { account }] of remembered)
        if (account.id === accountId && account.sessionId !== keptSessionId) remembered.delete(token);
      const { numAffectedRows } = await sql`
        delete from sessions where account_id = ${accountId} and id is distinct from ${keptSessionId ?? null}::uuid
      `.execute(db);
      return Number(numAffectedRows ?? 0n);
    },
  };
}

/** Removes sessions that nobody can use any more. */
export async function deleteExpiredSessions(database: Database, clock: Clock): Promise<void> {
  const now = new Date(clock()).toISOString();
  await sql`delete from sessions where expires_at < ${now} or idle_expires_at < ${now}`.execute(database);
}

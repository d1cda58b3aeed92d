import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { AppError, tooManyRequests } from '#platform/contract/errors.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';

const FORGOTTEN_AFTER_SECONDS = 3600;
const DELAY_MAX_SECONDS = 900;
/** Failures without delay, because people mistype. A shared address gets more. */
const FREE_FAILURES = { account: 5, address: 50 } as const;

/** A password attempt, which counts as failed until its outcome is reported. */
export type Attempt = {
  /** The password was right: resets the account's failures and removes this one from the address. */
  succeeded(): Promise<void>;
  /** The password was not checked after all. */
  dropped(): Promise<void>;
};

type Subject = { readonly key: Buffer; readonly free: number; readonly kind: keyof typeof FREE_FAILURES };

/**
 * Slows down guessing. After a few failures for one account from one address, or more from one address for any
 * account, each further failure doubles the wait, up to 15 minutes. An attempt counts before its password is checked,
 * so a burst gets no more guesses than sequential attempts. The wait depends on the address, so nobody can lock out
 * another user.
 */
export function createSignInThrottle(database: Database, clock: Clock) {
  const subjectsOf = (username: string, ip: string): Subject[] =>
    [
      { key: digest(`account ${username.toLowerCase()} ${ip}`), free: FREE_FAILURES.account, kind: 'account' as const },
      { key: digest(`address ${ip}`), free: FREE_FAILURES.address, kind: 'address' as const },
      // In a fixed order, so that two attempts never deadlock.
    ].toSorted((a, b) => Buffer.compare(a.key, b.key));

  /** Counts an attempt and returns the end of the next wait, or undefined while the subject is blocked. */
  async function count(tx: Database, { key, free }: Subject, now: string): Promise<string | undefined> {
    const { rows } = await sql<{ blocked_until: string }>`
      insert into sign_in_failures as known (subject, failures, last_failed_at, blocked_until)
      values (${key}, 1, ${now}, ${now})
      on conflict (subject) do update set (failures, last_failed_at, blocked_until) = (
        select counted.failures, ${now}::timestamptz, ${now}::timestamptz + make_interval(secs =>
          case when counted.failures <= ${free} then 0
          else least(${DELAY_MAX_SECONDS}, power(2, least(counted.failures - ${free}, 20))) end)
        from (select case
          when known.last_failed_at < ${now}::timestamptz - make_interval(secs => ${FORGOTTEN_AFTER_SECONDS}) then 1
          else known.failures + 1 end as failures) as counted)
      where known.blocked_until <= ${now}::timestamptz
      returning blocked_until
    `.execute(tx);
    return rows[0]?.blocked_until;
  }

  /** Undoes a counted attempt and its wait, unless a later one set a longer wait. */
  async function takeBack({ key }: Subject, blockedUntil: string): Promise<void> {
    await sql`
      update sign_in_failures set failures = greatest(failures - 1, 0),
        blocked_until = case when blocked_until = ${blockedUntil}::timestamptz then last_failed_at else blocked_until end
      where subject = ${key}
    `.execute(database);
  }

  return {
    /**
     * Counts an attempt as failed before anything else happens.
     * @throws AppError `request.too_many` with the seconds to wait
     */
    async begin(username: string, ip: string): Promise<Attempt> {
      const now = new Date(clock()).toISOString();
      const subjects = subjectsOf(username, ip);
      const counted = await database.transaction().execute(async (tx) => {
        const until: { subject: Subject; blockedUntil: string }[] = [];
        for (const subject of subjects) {
          const blockedUntil = await count(tx, subject, now);
          if (blockedUntil === undefined) throw await tooMany(tx, subject, clock());
          until.push({ subject, blockedUntil });
        }
        return until;
      });
      const takeBackAll = async (kinds: readonly Subject['kind'][]) => {
        for (const { subject, blockedUntil } of counted)
          if (kinds.includes(subject.kind)) await takeBack(subject, blockedUntil);
      };
      return {
        async succeeded() {
          await takeBackAll(['address']);
          for (const { key, kind } of subjects)
            if (kind === 'account') await database.deleteFrom('sign_in_failures').where('subject', '=', key).execute();
        },
        dropped: () => takeBackAll(['account', 'address']),
      };
    },
  };
}

async function tooMany(tx: Database, { key }: Subject, now: number): Promise<AppError> {
  const row = await tx
    .selectFrom('sign_in_failures')
    .select('blocked_until')
    .where('subject', '=', key)
    .executeTakeFirst();
  const seconds = Math.max(1, Math.ceil((Date.parse(row?.blocked_until ?? '') - now) / 1000) || 1);
  return new AppError(tooManyRequests, `Too many failed sign-ins. Try again in ${inWords(seconds)}.`, {
    retryAfterSeconds: seconds,
  });
}

export type SignInThrottle = ReturnType<typeof createSignInThrottle>;

/** Removes failures that are too old to count. */
export async function deleteOldFailures(database: Database, clock: Clock): Promise<void> {
  const before = new Date(clock() - 2 * FORGOTTEN_AFTER_SECONDS * 1000).toISOString();
  await database.deleteFrom('sign_in_failures').where('last_failed_at', '<', before).execute();
}

/** Stores names and addresses only as digests, so the table does not reveal who tried to sign in. */
const digest = (text: string) => createHash('sha256').update(text).digest();

const inWords = (seconds: number) => (seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`);

import { sql } from 'kysely';
import { CLOCK_SKEW_MILLISECONDS, type Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';

const FORGOTTEN_AFTER_SECONDS = 3600;
const SKEW_SECONDS = CLOCK_SKEW_MILLISECONDS / 1000;

/** The subject by which attempts are counted, and the count from which each attempt doubles the wait. */
export type Subject = {
  /** A digest, so that the table does not reveal who tried to sign in. */
  readonly key: Buffer;
  readonly free: number;
  readonly delayMaxSeconds: number;
};

/**
 * Counts an attempt and returns the end of the next wait, or undefined while the subject has to wait. A wait above the
 * maximum, or a count from the future, comes from a clock that was ahead, and is ignored.
 */
export async function countAttempt(tx: Database, subject: Subject, now: string): Promise<string | undefined> {
  const { key, free, delayMaxSeconds } = subject;
  const { rows } = await sql<{ blocked_until: string }>`
    insert into sign_in_failures as known (subject, failures, last_failed_at, blocked_until)
    values (${key}, 1, ${now}, ${now})
    on conflict (subject) do update set (failures, last_failed_at, blocked_until) = (
      select counted.failures, ${now}::timestamptz, ${now}::timestamptz + make_interval(secs =>
        case when counted.failures <= ${free} then 0
        else least(${delayMaxSeconds}, power(2, least(counted.failures - ${free}, 20))) end)
      from (select case
        when known.last_failed_at < ${now}::timestamptz - make_interval(secs => ${FORGOTTEN_AFTER_SECONDS})
          or known.last_failed_at > ${now}::timestamptz + make_interval(secs => ${SKEW_SECONDS}) then 1
        else known.failures + 1 end as failures) as counted)
    where known.blocked_until <= ${now}::timestamptz
      or known.blocked_until > ${now}::timestamptz + make_interval(secs => ${delayMaxSeconds + SKEW_SECONDS})
    returning blocked_until
  `.execute(tx);
  return rows[0]?.blocked_until;
}

/** Undoes a counted attempt and its wait, unless a later one set a longer wait. */
export async function takeBackAttempt(db: Database, { key }: Subject, blockedUntil: string): Promise<void> {
  await sql`
    update sign_in_failures set failures = greatest(failures - 1, 0),
      blocked_until = case when blocked_until = ${blockedUntil}::timestamptz then last_failed_at else blocked_until end
    where subject = ${key}
  `.execute(db);
}

/** Returns how long the subject has to wait, at least 1 second and at most its maximum. */
export async function readWaitSeconds(db: Database, { key, delayMaxSeconds }: Subject, now: number): Promise<number> {
  const row = await db
    .selectFrom('sign_in_failures')
    .select('blocked_until')
    .where('subject', '=', key)
    .executeTakeFirst();
  const seconds = row === undefined ? 1 : Math.ceil((Date.parse(row.blocked_until) - now) / 1000);
  return Math.min(Math.max(1, seconds), delayMaxSeconds);
}

export async function deleteAttempts(db: Database, { key }: Subject): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('subject', '=', key).execute();
}

/** Removes counts that are too old to matter, and those from a clock that was ahead. */
export async function deleteOldAttempts(db: Database, clock: Clock): Promise<void> {
  const before = new Date(clock() - 2 * FORGOTTEN_AFTER_SECONDS * 1000).toISOString();
  const after = new Date(clock() + FORGOTTEN_AFTER_SECONDS * 1000).toISOString();
  await db
    .deleteFrom('sign_in_failures')
    .where((row) => row.or([row('last_failed_at', '<', before), row('last_failed_at', '>', after)]))
    .execute();
}

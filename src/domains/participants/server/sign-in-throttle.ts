import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { AppError, tooManyRequests } from '#platform/contract/errors.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';

const FORGOTTEN_AFTER_SECONDS = 3600;
const DELAY_MAX_SECONDS = 900;
/** Failures that cost nothing: people mistype. An address that many share gets more of them. */
const FREE_FAILURES = { account: 5, address: 50 } as const;

/**
 * Slows guessing down: after a few failures for one account from one address, and after more from one address for any
 * account, each further one doubles the wait, to 15 minutes at most. No account is ever locked for everyone, so nobody can
 * lock another out.
 */
export function createSignInThrottle(database: Database, clock: Clock) {
  const subjects = (username: string, ip: string) => [
    { key: digest(`account ${username.toLowerCase()} ${ip}`), free: FREE_FAILURES.account },
    { key: digest(`address ${ip}`), free: FREE_FAILURES.address },
  ];
  return {
    /** Throws `request.too_many` with the seconds to wait. */
    async check(username: string, ip: string): Promise<void> {
      const rows = await database
        .selectFrom('sign_in_failures')
        .select('blocked_until')
        .where(
          'subject',
          'in',
          subjects(username, ip).map(({ key }) => key),
        )
        .execute();
      const until = Math.max(0, ...rows.map((row) => Date.parse(row.blocked_until)));
      const seconds = Math.ceil((until - clock()) / 1000);
      if (seconds > 0)
        throw new AppError(tooManyRequests, `Too many failed sign-ins. Try again in ${inWords(seconds)}.`, {
          retryAfterSeconds: seconds,
        });
    },
    async recordFailure(username: string, ip: string): Promise<void> {
      const now = new Date(clock()).toISOString();
      for (const { key, free } of subjects(username, ip))
        await sql`
          insert into sign_in_failures as known (subject, failures, last_failed_at, blocked_until)
          values (${key}, 1, ${now}, ${now})
          on conflict (subject) do update set (failures, last_failed_at, blocked_until) = (
            select counted.failures, ${now}::timestamptz, ${now}::timestamptz + make_interval(secs =>
              case when counted.failures <= ${free} then 0
              else least(${DELAY_MAX_SECONDS}, power(2, least(counted.failures - ${free}, 20))) end)
            from (select case
              when known.last_failed_at < ${now}::timestamptz - make_interval(secs => ${FORGOTTEN_AFTER_SECONDS}) then 1
              else known.failures + 1 end as failures) as counted)
        `.execute(database);
    },
    async recordSuccess(username: string, ip: string): Promise<void> {
      const [account] = subjects(username, ip);
      if (account !== undefined)
        await database.deleteFrom('sign_in_failures').where('subject', '=', account.key).execute();
    },
  };
}

export type SignInThrottle = ReturnType<typeof createSignInThrottle>;

/** Removes failures so old that they no longer count. */
export async function deleteOldFailures(database: Database, clock: Clock): Promise<void> {
  const before = new Date(clock() - 2 * FORGOTTEN_AFTER_SECONDS * 1000).toISOString();
  await database.deleteFrom('sign_in_failures').where('last_failed_at', '<', before).execute();
}

/** Names and addresses are kept as digests: the table shows nobody who tried to sign in as whom. */
const digest = (text: string) => createHash('sha256').update(text).digest();

const inWords = (seconds: number) => (seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`);

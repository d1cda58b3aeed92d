import { accountInactive, badCredentials } from '#domains/participants/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import { findByUsername, toUser, updatePasswordHash } from './accounts.ts';
import type { Passwords } from './passwords.ts';
import { appendSecurityEvent, type Origin } from './security-log.ts';
import type { Sessions } from './sessions.ts';
import type { SignInThrottle } from './sign-in-throttle.ts';

export type SignInTools = {
  readonly database: Database;
  readonly clock: Clock;
  readonly passwords: Passwords;
  readonly signUpPasswords: Passwords;
  readonly sessions: Sessions;
  readonly throttle: SignInThrottle;
};

/**
 * Opens a session for the right password, and logs every attempt for the account's owner. An unknown user and a wrong
 * password get the same response after the same work.
 */
export async function signIn(tools: SignInTools, credentials: { username: string; password: string }, from: Origin) {
  const { database, passwords, sessions, throttle, clock } = tools;
  const username = credentials.username.trim();
  const attempt = await throttle.begin(username, from.ip);
  const found = await findByUsername(database, username);
  const fits = await passwords.verify(found?.passwordHash, credentials.password).catch(async (error: unknown) => {
    await attempt.dropped();
    throw error;
  });
  const note = (kind: 'sign_in' | 'sign_in_failed', detail?: string) =>
    found === undefined
      ? undefined
      : appendSecurityEvent(database, { accountId: found.account.id, kind, at: clock(), from, detail });
  if (found === undefined || !fits) {
    // Not awaited: the response time must not reveal whether the account exists.
    note('sign_in_failed')?.catch(() => undefined);
    throw new AppError(badCredentials, 'The username or the password is wrong.');
  }
  await attempt.succeeded();
  if (!found.account.active) {
    await note('sign_in_failed', 'The account is not active');
    throw new AppError(accountInactive, 'This account is not active.', {
      hint: 'An administrator can activate it again.',
    });
  }
  if (found.passwordHash !== undefined && passwords.isOutdated(found.passwordHash))
    await updatePasswordHash(database, found.account.id, await passwords.hash(credentials.password));
  const token = await sessions.open(database, found.account, from);
  await note('sign_in');
  return { token, user: toUser(found.account) };
}

import { accountInactive, badCredentials } from '#domains/participants/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Database } from '#platform/server/database/database.ts';
import { findByUsername, toUser, updatePasswordHash } from './accounts.ts';
import type { Passwords } from './passwords.ts';
import type { Sessions } from './sessions.ts';
import type { SignInThrottle } from './sign-in-throttle.ts';

export type SignInTools = {
  readonly database: Database;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly throttle: SignInThrottle;
};

export type Origin = { readonly ip: string; readonly userAgent: string | undefined };

/** Opens a session for the right password. An unknown user and a wrong password get the same answer after the same work. */
export async function signIn(tools: SignInTools, credentials: { username: string; password: string }, from: Origin) {
  const { database, passwords, sessions, throttle } = tools;
  const username = credentials.username.trim();
  await throttle.check(username, from.ip);
  const found = await findByUsername(database, username);
  const fits = await passwords.verify(found?.passwordHash, credentials.password);
  if (found === undefined || !fits) {
    await throttle.recordFailure(username, from.ip);
    throw new AppError(badCredentials, 'The username or the password is wrong.');
  }
  if (!found.account.active)
    throw new AppError(accountInactive, 'This account is not active.', {
      hint: 'An administrator can activate it again.',
    });
  await throttle.recordSuccess(username, from.ip);
  if (found.passwordHash !== undefined && passwords.isOutdated(found.passwordHash))
    await updatePasswordHash(database, found.account.id, await passwords.hash(credentials.password));
  const token = await sessions.open(database, found.account, from);
  return { token, user: toUser(found.account) };
}

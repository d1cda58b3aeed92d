import {
  accountInactive,
  badCredentials,
  badSecondFactor,
  secondFactorRequired,
} from '#domains/participants/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import { findByUsername, toUser, updatePasswordHash } from './accounts.ts';
import type { Passwords } from './passwords.ts';
import { checkSecondFactor, type SecondFactorTools } from './second-factors/check-second-factor.ts';
import { noteRecoveryCode } from './second-factors/note-recovery-code.ts';
import { CODE_NEEDED, CODE_WRONG } from './second-factors/prove-identity.ts';
import { appendSecurityEvent, type Origin } from './security-log.ts';
import type { Sessions } from './sessions.ts';
import type { SignInThrottle } from './sign-in-throttle.ts';

export type SignInTools = SecondFactorTools & {
  readonly database: Database;
  readonly clock: Clock;
  readonly passwords: Passwords;
  readonly signUpPasswords: Passwords;
  readonly sessions: Sessions;
  readonly throttle: SignInThrottle;
};

/**
 * Opens a session for the right password and, if the account has a second factor, a right code. Logs every attempt for
 * the account's owner. An unknown user and a wrong password get the same response after the same work.
 */
export async function signIn(
  tools: SignInTools,
  credentials: { username: string; password: string; otp?: string | undefined },
  from: Origin,
) {
  const { database, passwords, sessions, throttle, clock } = tools;
  const username = credentials.username.trim();
  const attempt = await throttle.begin(username, from.ip);
  const undo = async (error: unknown) => {
    await attempt.dropped();
    throw error;
  };
  const found = await findByUsername(database, username);
  const fits = await passwords.verify(found?.passwordHash, credentials.password).catch(undo);
  const note = (kind: 'sign_in' | 'sign_in_failed', detail?: string) =>
    found === undefined
      ? undefined
      : appendSecurityEvent(database, { accountId: found.account.id, kind, at: clock(), from, detail });
  if (found === undefined || !fits) {
    // Not awaited: the response time must not reveal whether the account exists.
    note('sign_in_failed')?.catch(() => undefined);
    throw new AppError(badCredentials, 'The username or the password is wrong.');
  }
  if (found.secondFactor) {
    // Taken back instead of reset: the password alone must not clear the count of wrong codes.
    if (credentials.otp === undefined) return undo(refusedCode(secondFactorRequired, CODE_NEEDED));
    const accepted = await checkSecondFactor(tools, found.account.id, credentials.otp).catch(undo);
    if (accepted === undefined) {
      await note('sign_in_failed', 'Right password, wrong code');
      throw refusedCode(badSecondFactor, CODE_WRONG);
    }
    await noteRecoveryCode(tools, found.account.id, accepted, from);
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

const refusedCode = (kind: typeof secondFactorRequired | typeof badSecondFactor, message: string) =>
  new AppError(kind, message, {
    hint: 'Repeat the call with the code in `otp`.',
    errors: [{ in: 'body', pointer: '/otp', message }],
  });

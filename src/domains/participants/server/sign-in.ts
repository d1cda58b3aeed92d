import {
  accountChanged,
  accountInactive,
  badCredentials,
  badSecondFactor,
  secondFactorRequired,
} from '#domains/participants/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import { findByUsername, toUser, updatePasswordHash } from './accounts.ts';
import { commitUnchanged } from './commit-unchanged.ts';
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
 * the account's owner. An unknown user and a wrong password get the same response after the same work. If the password,
 * the factors or the status of the account change before the session opens, none opens.
 * @throws AppError `participants.bad_credentials`, `second_factor_required`, `participants.bad_second_factor`,
 * `participants.inactive`, `participants.account_changed`, `request.too_many`
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
  const noteFailure = async (detail?: string) => {
    if (found === undefined) return;
    await appendSecurityEvent(database, {
      accountId: found.account.id,
      kind: 'sign_in_failed',
      at: clock(),
      from,
      detail,
    });
  };
  if (found === undefined || !fits) {
    // Not awaited: the response time must not reveal whether the account exists.
    noteFailure().catch(() => undefined);
    throw new AppError(badCredentials, 'The username or the password is wrong.');
  }
  if (found.secondFactor) {
    // Taken back instead of reset: the password alone must not clear the count of wrong codes.
    if (credentials.otp === undefined) return undo(refusedCode(secondFactorRequired, CODE_NEEDED));
    const accepted = await checkSecondFactor(tools, found.account.id, credentials.otp).catch(undo);
    if (accepted === undefined) {
      await noteFailure('Right password, wrong code');
      throw refusedCode(badSecondFactor, CODE_WRONG);
    }
    await noteRecoveryCode(tools, found.account.id, accepted, from);
  }
  if (!found.account.active) {
    await attempt.succeeded();
    await noteFailure('The account is not active');
    throw new AppError(accountInactive, 'This account is not active.', {
      hint: 'An administrator can activate it again.',
    });
  }
  const { account, passwordHash } = found;
  const isOutdated = passwordHash !== undefined && passwords.isOutdated(passwordHash);
  const newHash = isOutdated ? await passwords.hash(credentials.password).catch(undo) : undefined;
  const token = await commitUnchanged(database, found, async (tx) => {
    if (newHash !== undefined) await updatePasswordHash(tx, account.id, newHash);
    await appendSecurityEvent(tx, { accountId: account.id, kind: 'sign_in', at: clock(), from });
    return sessions.open(tx, account, from);
  }).catch(async (error: unknown) => {
    if (!(error instanceof AppError && error.kind === accountChanged)) return undo(error);
    // Stays counted: the password may be wrong by now.
    await noteFailure('The account changed during the sign-in');
    throw error;
  });
  await attempt.succeeded();
  return { token, user: toUser(account) };
}

const refusedCode = (kind: typeof secondFactorRequired | typeof badSecondFactor, message: string) =>
  new AppError(kind, message, {
    hint: 'Repeat the call with the code in `otp`.',
    errors: [{ in: 'body', pointer: '/otp', message }],
  });

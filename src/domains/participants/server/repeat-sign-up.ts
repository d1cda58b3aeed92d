import { accountChanged, alreadyRegistered, usernameTaken } from '#domains/participants/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import { present } from '#platform/contract/present.ts';
import { type Credentials, findById, toUser } from './accounts.ts';
import { commitUnchanged } from './commit-unchanged.ts';
import { appendSecurityEvent, type Origin } from './security-log.ts';
import type { SignInTools } from './sign-in.ts';

/** How long a sign-up may be repeated: enough for a client that retries after a lost response. */
const REPEATABLE_MILLISECONDS = 10 * 60_000;

/**
 * Opens a session for a sign-up that is sent again with its idempotency key, because the first answer may have been lost.
 * The key is no credential: the password is checked, counted and logged like that of a sign-in. Only a recent account
 * that has not changed since its sign-up gets a session. Otherwise the key would replace the second factor, and outlive a
 * deactivation.
 * @throws AppError `participants.username_taken` for another password, `participants.already_registered`,
 * `request.too_many`
 */
export async function repeatSignUp(tools: SignInTools, accountId: string, password: string, from: Origin) {
  const { database, signUpPasswords, sessions, throttle, clock } = tools;
  const found = present(await findById(database, accountId), 'accounts are never deleted');
  const { account } = found;
  const attempt = await throttle.begin(account.username, from.ip);
  const undo = async (error: unknown) => {
    await attempt.dropped();
    throw error;
  };
  if (!(await signUpPasswords.verify(found.passwordHash, password).catch(undo))) {
    const detail = 'While repeating the sign-up';
    await appendSecurityEvent(database, { accountId, kind: 'sign_in_failed', at: clock(), from, detail });
    throw new AppError(usernameTaken, `The username ${account.username} is taken.`);
  }
  // Taken back instead of reset: the password alone must not clear the count of failed sign-ins.
  if (!isAsSignedUp(found, clock())) return undo(signInInstead());
  const token = await commitUnchanged(database, found, async (tx) => {
    const detail = 'By a repeated sign-up';
    await appendSecurityEvent(tx, { accountId, kind: 'sign_in', at: clock(), from, detail });
    return sessions.open(tx, account, from);
  }).catch((error: unknown) =>
    undo(error instanceof AppError && error.kind === accountChanged ? signInInstead() : error),
  );
  await attempt.succeeded();
  return { token, user: toUser(account) };
}

/** Reports whether the account is recent, and its password, factors, role, marks and status are the first ones. */
const isAsSignedUp = ({ account, securityVersion }: Credentials, now: number): boolean =>
  securityVersion === 0 && now - Date.parse(account.createdAt) <= REPEATABLE_MILLISECONDS;

const signInInstead = () =>
  new AppError(alreadyRegistered, 'This request has already created the account. Sign in with its password.');

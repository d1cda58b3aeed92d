import { wrongPassword } from '#domains/participants/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import { findById, updatePasswordHash } from './accounts.ts';
import { refuseWeakPassword } from './create-account.ts';
import type { SignedIn } from './sessions.ts';
import type { SignInTools } from './sign-in.ts';

/** Changes the password of an account that knows its current one, and ends its other sessions with the same commit. */
export async function changePassword(
  tools: SignInTools,
  caller: SignedIn,
  request: { currentPassword: string; newPassword: string },
  ip: string,
) {
  const { database, passwords, sessions, throttle } = tools;
  await throttle.check(caller.username, ip);
  const found = await findById(database, caller.id);
  if (!(await passwords.verify(found?.passwordHash, request.currentPassword))) {
    await throttle.recordFailure(caller.username, ip);
    throw new AppError(wrongPassword, 'The current password is wrong.', {
      errors: [{ in: 'body', pointer: '/currentPassword', message: 'is wrong' }],
    });
  }
  refuseWeakPassword(request.newPassword, caller.username, 'newPassword');
  const passwordHash = await passwords.hash(request.newPassword);
  const endedSessions = await database.transaction().execute(async (tx) => {
    await updatePasswordHash(tx, caller.id, passwordHash);
    return sessions.endOthers(tx, caller.id, caller.sessionId);
  });
  return { changed: true as const, endedSessions };
}

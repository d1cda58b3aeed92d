import type { AccountWatch } from './account-watch.ts';
import { updatePasswordHash } from './accounts.ts';
import { refuseWeakPassword } from './create-account.ts';
import { deleteResetOf } from './password-resets.ts';
import { provePassword } from './second-factors/prove-identity.ts';
import type { Origin } from './security-log.ts';
import { appendSecurityEvent } from './security-log.ts';
import type { SignedIn } from './sessions.ts';
import type { SignInTools } from './sign-in.ts';

/**
 * Changes the password of an account after checking the current one, and ends its other sessions and an unused reset
 * link in the same commit.
 */
export async function changePassword(
  tools: SignInTools & { watch: AccountWatch },
  caller: SignedIn,
  request: { currentPassword: string; newPassword: string },
  from: Origin,
) {
  const { database, passwords, sessions, clock, watch } = tools;
  await provePassword(tools, caller, request.currentPassword, from, 'changing the password');
  refuseWeakPassword(request.newPassword, caller.username, 'newPassword');
  const passwordHash = await passwords.hash(request.newPassword);
  const endedSessions = await database.transaction().execute(async (tx) => {
    await updatePasswordHash(tx, caller.id, passwordHash);
    // Otherwise the bearer of an unused link could undo the change.
    await deleteResetOf(tx, caller.id);
    await appendSecurityEvent(tx, { accountId: caller.id, kind: 'password_changed', at: clock(), from });
    return sessions.endOthers(tx, caller.id, caller.sessionId);
  });
  watch.changed();
  return { changed: true as const, endedSessions };
}

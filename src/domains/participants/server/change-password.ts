import type { AccountWatch } from './account-watch.ts';
import { updatePasswordHash } from './accounts.ts';
import { commitAs } from './commit-unchanged.ts';
import { refuseWeakPassword } from './create-account.ts';
import { listPasskeys } from './passkeys/passkey-rows.ts';
import { deleteResetOf } from './password-resets.ts';
import { provePassword } from './second-factors/prove-identity.ts';
import type { Origin } from './security-log.ts';
import { appendSecurityEvent } from './security-log.ts';
import type { SignedIn } from './sessions.ts';
import type { SignInTools } from './sign-in.ts';

/**
 * Changes the password of an account after checking the current one, and ends its other sessions and an unused reset
 * link in the same commit. Of two concurrent changes, the second is refused. Returns the passkeys, which still sign in.
 * @throws AppError `participants.wrong_password`, `participants.weak_password`, `participants.account_changed`
 */
export async function changePassword(
  tools: SignInTools & { watch: AccountWatch },
  caller: SignedIn,
  request: { currentPassword: string; newPassword: string },
  from: Origin,
) {
  const { passwords, sessions, clock, watch } = tools;
  const checked = await provePassword(tools, caller, request.currentPassword, from, 'changing the password');
  refuseWeakPassword(request.newPassword, caller.username, 'newPassword');
  const passwordHash = await passwords.hash(request.newPassword);
  const changed = await commitAs(tools, caller, { checked }, async (tx) => {
    await updatePasswordHash(tx, caller.id, passwordHash);
    // Otherwise the bearer of an unused link could undo the change.
    await deleteResetOf(tx, caller.id);
    await appendSecurityEvent(tx, { accountId: caller.id, kind: 'password_changed', at: clock(), from });
    const endedSessions = await sessions.endOthers(tx, caller.id, caller.sessionId);
    return { endedSessions, passkeys: await listPasskeys(tx, caller.id) };
  });
  watch.changed();
  return { changed: true as const, ...changed };
}

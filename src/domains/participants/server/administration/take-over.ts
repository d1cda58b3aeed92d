import { noPassword } from '#domains/participants/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Participants } from '../open-participants.ts';
import { makeResetToken } from '../reset-password.ts';
import type { Origin } from '../security-log.ts';
import { appendSecurityEvent } from '../security-log.ts';
import type { SignedIn } from '../sessions.ts';
import { appendAdminLog } from './admin-log.ts';
import { commitAsAdministrator } from './commit-as-administrator.ts';

/** Ends every session of an account, in every process within 500 ms. */
export async function endSessionsOf(
  { database, sessions, watch, clock }: Participants,
  caller: SignedIn,
  id: string,
  from: Origin,
) {
  const condition = { target: id, proven: false };
  const endedSessions = await commitAsAdministrator({ database, clock }, caller, condition, async (tx, target) => {
    const ended = await sessions.endOthers(tx, id, undefined);
    const [before, after] = [{ sessions: ended }, { sessions: 0 }];
    await appendAdminLog(tx, {
      at: clock(),
      actor: caller,
      target,
      action: 'sessions ended',
      before,
      after,
      ip: from.ip,
    });
    const detail = `${ended} ended by ${caller.username}`;
    await appendSecurityEvent(tx, { accountId: id, kind: 'sessions_ended', at: clock(), from: undefined, detail });
    return ended;
  });
  watch.changed();
  return { endedSessions };
}

/**
 * Creates a one-time link with which the owner of an account chooses a new password. The token is in the URL fragment,
 * so it reaches no log on the way.
 * @throws AppError `participants.no_password` for a participant without a sign-in, `step_up_required`
 */
export async function makeResetLink(
  { database, clock }: Participants,
  caller: SignedIn,
  id: string,
  from: Origin,
): Promise<{ path: string; expiresAt: string }> {
  return commitAsAdministrator({ database, clock }, caller, { target: id, proven: true }, async (tx, target) => {
    if (!target.signsIn)
      throw new AppError(noPassword, `${target.username} is managed by another account and has no sign-in.`);
    const { token, expiresAt } = await makeResetToken(tx, id, clock());
    await appendAdminLog(tx, {
      at: clock(),
      actor: caller,
      target,
      action: 'reset link made',
      before: {},
      after: { expiresAt },
      ip: from.ip,
    });
    const detail = `by ${caller.username}`;
    await appendSecurityEvent(tx, { accountId: id, kind: 'reset_link_made', at: clock(), from: undefined, detail });
    return { path: `/profile#reset=${token}`, expiresAt };
  });
}

import { sessionNotFound } from '#domains/participants/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import { commitAs } from './commit-unchanged.ts';
import type { Participants } from './open-participants.ts';
import type { Origin } from './security-log.ts';
import { appendSecurityEvent } from './security-log.ts';
import { deleteSession, type SignedIn } from './sessions.ts';

type Tools = Pick<Participants, 'database' | 'sessions' | 'watch' | 'clock'>;

/** Ends the session of the request. */
export async function signOut({ database, sessions, clock }: Tools, caller: SignedIn, from: Origin) {
  await sessions.endOne(caller);
  await appendSecurityEvent(database, { accountId: caller.id, kind: 'sign_out', at: clock(), from });
  return { ended: true };
}

/**
 * Ends one of the caller's own sessions.
 * @throws AppError `participants.session_not_found` also for another account's session
 */
export async function endOwnSession(tools: Tools, caller: SignedIn, id: string, from: Origin) {
  const { watch, clock } = tools;
  await commitAs(tools, caller, {}, async (tx) => {
    if (!(await deleteSession(tx, caller.id, id)))
      throw new AppError(sessionNotFound, 'You have no session with this id. It may have already ended.');
    await appendSecurityEvent(tx, { accountId: caller.id, kind: 'session_ended', at: clock(), from });
  });
  watch.changed();
  return { ended: true as const };
}

/** Ends every session of the caller except the current one. */
export async function endOtherOwnSessions(tools: Tools, caller: SignedIn, from: Origin) {
  const { sessions, watch, clock } = tools;
  const endedSessions = await commitAs(tools, caller, {}, async (tx) => {
    const ended = await sessions.endOthers(tx, caller.id, caller.sessionId);
    const detail = `${ended} ended`;
    if (ended > 0)
      await appendSecurityEvent(tx, { accountId: caller.id, kind: 'sessions_ended', at: clock(), from, detail });
    return ended;
  });
  watch.changed();
  return { endedSessions };
}

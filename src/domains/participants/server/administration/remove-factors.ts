import { noFactors } from '#domains/participants/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Participants } from '../open-participants.ts';
import { deletePasskeysOf } from '../passkeys/passkey-rows.ts';
import { deleteFactors } from '../second-factors/factor-rows.ts';
import { appendSecurityEvent, type Origin } from '../security-log.ts';
import type { Sessions, SignedIn } from '../sessions.ts';
import { appendAdminLog } from './admin-log.ts';
import { commitAsAdministrator } from './commit-as-administrator.ts';

/**
 * Removes the second factor and the passkeys of an account whose owner lost them, and ends its sessions. A reset link
 * alone never does, so that a thief of one still needs the factor. Logged for administrators and for the owner.
 * @throws AppError `participants.account_not_found`, `participants.no_factors`, `step_up_required`
 */
export async function removeFactors(
  { database, sessions, watch, clock }: Participants,
  caller: SignedIn,
  id: string,
  from: Origin,
) {
  const removed = await commitAsAdministrator({ database, clock }, caller, { target: id, proven: true }, (tx, target) =>
    removeAll({ tx, sessions, at: clock() }, target, caller, from.ip),
  );
  watch.changed();
  return removed;
}

type Target = { readonly id: string; readonly username: string };

async function removeAll(
  { tx, sessions, at }: { tx: Database; sessions: Sessions; at: number },
  target: Target,
  actor: Target,
  ip: string,
) {
  const secondFactor = await deleteFactors(tx, target.id);
  const passkeys = await deletePasskeysOf(tx, target.id);
  if (!secondFactor && passkeys === 0)
    throw new AppError(noFactors, `${target.username} has no second factor and no passkeys.`);
  const endedSessions = await sessions.endOthers(tx, target.id, undefined);
  const [before, after] = [
    { secondFactor, passkeys },
    { secondFactor: false, passkeys: 0 },
  ];
  await appendAdminLog(tx, { at, actor, target, action: 'factors removed', before, after, ip });
  const detail = `by ${actor.username}`;
  await appendSecurityEvent(tx, { accountId: target.id, kind: 'factors_removed', at, from: undefined, detail });
  return { secondFactor, passkeys, endedSessions };
}

import {
  canEditParticipant,
  holds,
  notYourParticipant,
  type ParticipantDetails,
  participantNotFound,
} from '#domains/participants/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Account } from './accounts.ts';
import { appendAdminLog } from './administration/admin-log.ts';
import { keepOne } from './administration/change-account.ts';
import { holdOf } from './administration/deactivation-hold.ts';
import { commitAs } from './commit-unchanged.ts';
import { refuseMisleadingName, refuseUsernameOfAnother } from './display-names.ts';
import type { Participants } from './open-participants.ts';
import { type FoundParticipant, findParticipant, updateCard } from './participants.ts';
import { requireRecentProof } from './second-factors/recent-proof.ts';
import { appendSecurityEvent } from './security-log.ts';
import type { SignedIn } from './sessions.ts';

/** Returns a participant. The contact is included only for signed-in callers. */
export async function readParticipant(
  database: Database,
  idOrUsername: string,
  caller: SignedIn | undefined,
): Promise<ParticipantDetails> {
  const found = await findParticipant(database, idOrUsername);
  if (found === undefined) throw noSuchParticipant(idOrUsername);
  const { participant, contact } = found;
  return { ...participant, ...(caller === undefined || contact === undefined ? {} : { contact }) };
}

/**
 * Changes the details or status of a participant, on behalf of itself, its registrar or an administrator. Deactivation
 * ends its sessions and refuses it: immediately in this process, within a second in others. An administrator cannot
 * deactivate itself, and the last one cannot be deactivated. Only an administrator can
 * reactivate what an administrator deactivated.
 * @throws AppError `participants.not_found`, `participants.not_yours`, `participants.last_administrator`,
 * `step_up_required`
 */
export async function updateParticipant(
  { database, watch, clock, sessions }: Pick<Participants, 'database' | 'watch' | 'clock' | 'sessions'>,
  caller: SignedIn,
  idOrUsername: string,
  change: Parameters<typeof updateCard>[2],
  ip: string,
): Promise<ParticipantDetails> {
  refuseMisleadingName(change.displayName);
  const id = (await findParticipant(database, idOrUsername))?.participant.id;
  if (id === undefined) throw noSuchParticipant(idOrUsername);
  await commitAs({ database, clock }, caller, { target: id }, async (tx, accounts) => {
    const found = await findParticipant(tx, id);
    if (!found?.isCurrent) throw noSuchParticipant(idOrUsername);
    const target = { id, username: found.participant.username };
    const by = accounts.get(caller.id)?.account ?? caller;
    const state = {
      active: found.participant.status === 'active',
      deactivatedByAdministrator: accounts.get(id)?.deactivatedByAdministrator === true,
    };
    requirePermission(by, found, change);
    const undoes = change.active === true && state.deactivatedByAdministrator;
    if (undoes && !by.administrator) throw heldByAdministrator(target.username);
    if (change.active === false || undoes) await requireRecentProof({ database: tx, clock }, caller);
    const hold = by.administrator ? holdOf(state, change) : undefined;
    await refuseUsernameOfAnother(tx, change.displayName, target);
    const changed = differences({ ...found.participant, contact: found.contact }, change, hold);
    const active = changed.after['active'];
    if (Object.keys(changed.after).length === 0) return;
    if (active === false) keepOne(accounts, target);
    await updateCard(tx, id, change, by);
    if (active === false) await sessions.endOthers(tx, id, undefined);
    await appendAdminLog(tx, { at: clock(), actor: caller, target, action: 'participant changed', ...changed, ip });
    if (active === undefined) return;
    const detail = `${active === true ? 'given' : 'taken'} by ${caller.username}`;
    const event = { accountId: id, kind: 'activation_changed', at: clock(), from: undefined, detail } as const;
    await appendSecurityEvent(tx, event);
  });
  watch.changed();
  return readParticipant(database, id, caller);
}

/** Throws unless the caller currently may change the participant in this way. */
function requirePermission(
  caller: Account,
  { participant: { id, username }, managerId }: FoundParticipant,
  change: { active?: boolean | undefined },
): void {
  if (!holds(caller, canEditParticipant, { kind: 'participant', owners: [id, managerId ?? id] }))
    throw new AppError(
      notYourParticipant,
      `Only ${username} itself, the account that registered it or an administrator can change it.`,
    );
  if (id !== caller.id || change.active !== false || !caller.administrator) return;
  const message = "Administrators can't deactivate their own account";
  throw new AppError(notYourParticipant, `${message}. Ask another administrator.`, {
    errors: [{ in: 'body', pointer: '/active', message }],
  });
}

/**
 * Returns the changes for the log. A contact is personal and the log is permanent, so it only records that one was
 * given.
 */
function differences(
  participant: ParticipantDetails,
  change: Parameters<typeof updateCard>[2],
  hold: ReturnType<typeof holdOf> | undefined,
) {
  const { displayName = null, place = null, contact = null } = participant;
  const now = { displayName, place, contact, active: participant.status === 'active' };
  const fields = (['displayName', 'place', 'contact', 'active'] as const).filter(
    (field) => change[field] !== undefined && change[field] !== now[field],
  );
  const told = (field: (typeof fields)[number], value: string | boolean | null) =>
    field === 'contact' && value !== null ? 'given' : value;
  return {
    before: { ...Object.fromEntries(fields.map((field) => [field, told(field, now[field])])), ...hold?.before },
    after: {
      ...Object.fromEntries(fields.map((field) => [field, told(field, change[field] ?? null)])),
      ...hold?.after,
    },
  };
}

function heldByAdministrator(username: string): AppError {
  const message = `An administrator deactivated ${username}. Only an administrator can activate it again.`;
  return new AppError(notYourParticipant, message, { errors: [{ in: 'body', pointer: '/active', message }] });
}

export const noSuchParticipant = (idOrUsername: string) =>
  new AppError(participantNotFound, `Participant ${idOrUsername} not found.`, {
    hint: 'Check the spelling, or search the list of participants.',
  });

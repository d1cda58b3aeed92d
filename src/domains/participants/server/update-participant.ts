import {
  canEditParticipant,
  holds,
  notYourParticipant,
  type ParticipantDetails,
  participantNotFound,
} from '#domains/participants/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Database } from '#platform/server/database/database.ts';
import { appendAdminLog } from './administration/admin-log.ts';
import { lockAdministrators } from './administration/administered-accounts.ts';
import { keepOne } from './administration/change-account.ts';
import { refuseMisleadingName } from './display-names.ts';
import type { Participants } from './open-participants.ts';
import { findParticipant, updateCard } from './participants.ts';
import { requireRecentProof } from './second-factors/step-up.ts';
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
 * deactivate itself, and the last one cannot be deactivated.
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
  const found = await findParticipant(database, idOrUsername);
  if (!found?.isCurrent) throw noSuchParticipant(idOrUsername);
  const { id, username } = found.participant;
  const isOwn = id === caller.id;
  const participant = { kind: 'participant', owners: [id, found.managerId ?? id] };
  if (!holds(caller, canEditParticipant, participant))
    throw new AppError(
      notYourParticipant,
      `Only ${username} itself, the account that registered it or an administrator can change it.`,
    );
  if (isOwn && change.active === false && caller.administrator)
    throw new AppError(
      notYourParticipant,
      "Administrators can't deactivate their own account. Ask another administrator.",
      {
        errors: [{ in: 'body', pointer: '/active', message: "Administrators can't deactivate their own account" }],
      },
    );
  if (change.active === false) await requireRecentProof({ database, clock }, caller);
  refuseMisleadingName(change.displayName);
  const changed = differences({ ...found.participant, contact: found.contact }, change);
  if (Object.keys(changed.after).length > 0)
    await database.transaction().execute(async (tx) => {
      if (changed.after['active'] === false) keepOne(await lockAdministrators(tx), { id, username });
      await updateCard(tx, id, change);
      if (changed.after['active'] === false) await sessions.endOthers(tx, id, undefined);
      const target = { id, username };
      await appendAdminLog(tx, { at: clock(), actor: caller, target, action: 'participant changed', ...changed, ip });
      if (changed.after['active'] !== undefined)
        await appendSecurityEvent(tx, {
          accountId: id,
          kind: 'activation_changed',
          at: clock(),
          from: undefined,
          detail: `${changed.after['active'] === true ? 'given' : 'taken'} by ${caller.username}`,
        });
    });
  watch.changed();
  return readParticipant(database, id, caller);
}

/**
 * Returns the changes for the log. A contact is personal and the log is permanent, so it only records that one was
 * given.
 */
function differences(participant: ParticipantDetails, change: Parameters<typeof updateCard>[2]) {
  const { displayName = null, place = null, contact = null } = participant;
  const now = { displayName, place, contact, active: participant.status === 'active' };
  const fields = (['displayName', 'place', 'contact', 'active'] as const).filter(
    (field) => change[field] !== undefined && change[field] !== now[field],
  );
  const told = (field: (typeof fields)[number], value: string | boolean | null) =>
    field === 'contact' && value !== null ? 'given' : value;
  return {
    before: Object.fromEntries(fields.map((field) => [field, told(field, now[field])])),
    after: Object.fromEntries(fields.map((field) => [field, told(field, change[field] ?? null)])),
  };
}

export const noSuchParticipant = (idOrUsername: string) =>
  new AppError(participantNotFound, `There is no participant ${idOrUsername}.`, {
    hint: 'Check the spelling, or search the list of participants.',
  });

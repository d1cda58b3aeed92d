import type { Query, TalkContext } from '#domains/assistant/contract.ts';
import { canRegisterParticipants, holds, type Role } from '#domains/participants/contract.ts';
import { canHandle, canRecordForAnyone, capabilityOfAction } from '#domains/trace/contract.ts';
import type { Capability } from '#platform/contract/capability.ts';
import type { ProposedEvent, ProposedParticipant } from '../../engine/read-proposal.ts';
import type { Question } from '../../question.ts';
import type { ToolRunner } from '../../tools/run-tool.ts';
import { findWritten } from '../assets/find-asset.ts';
import { type Draft, doneTo, listed, rolesOf, spokenAction } from '../turn.ts';

export type WriteTurn = {
  readonly run: ToolRunner;
  readonly context: TalkContext;
  readonly caller: Question['caller'];
};
type Caller = NonNullable<Question['caller']>;

/**
 * Fills in the form of an event with exactly the stated values. Nothing is recorded until the reader confirms it. An
 * account without the permission gets no form, and a message without an asset gets a question for it.
 */
export async function proposeEvent(turn: WriteTurn, values: ProposedEvent): Promise<Draft> {
  const { context, caller } = turn;
  if (caller === undefined)
    return { reply: `Sign in first. An account is needed to record an event.`, outcome: 'refused' };
  const refused = refusedRole(caller, values.action) ?? (await refusedFor(turn, caller, values));
  if (refused !== undefined) return refused;
  const stated = values.assetId ?? (values.refers ? context.assetId : undefined);
  if (stated === undefined && !values.isNew) return askForAsset(values, context);
  const asset = stated === undefined ? undefined : await assetIn(turn, stated, values.action);
  const missing = [asset === undefined ? 'its ID' : '', values.action === undefined ? 'the action' : ''].filter(
    Boolean,
  );
  const where = values.location === undefined ? '' : ` at ${values.location}`;
  const what =
    values.action === undefined
      ? 'I filled in the form with what you stated.'
      : `I filled in the form: ${spokenAction(values.action)}${asset === undefined ? '' : ` of ${asset.assetId}`}${where} by ${values.user ?? caller.username}.`;
  return {
    reply: `${what} Nothing is recorded yet. ${missing.length === 0 ? 'Check it' : `Enter ${listed(missing)}, check the rest`}, correct it if needed, then confirm.${spokenRest(values.rest)}${asset?.note ?? ''}`,
    outcome: 'proposed',
    blocks: [
      {
        kind: 'proposal',
        write: 'event',
        values: {
          user: values.user ?? caller.username,
          action: values.action ?? '',
          asset_id: asset?.assetId ?? '',
          location: values.location ?? '',
        },
        ...(values.to === undefined ? {} : { to: values.to }),
      },
    ],
    context: asset === undefined ? {} : { assetId: asset.assetId },
  };
}

/** Asks which asset an event is about, with an example that only needs the ID. */
function askForAsset({ user, action, location, to, rest }: ProposedEvent, context: TalkContext): Draft {
  const where = location === undefined ? '' : ` in ${location}`;
  return {
    reply:
      action === undefined
        ? 'Which asset, and what happened to it? Write it in one sentence, such as “record that KVC-2026-001 was received in Bergen”.'
        : `Which asset was ${doneTo(action)}? Name it in one sentence, such as “record that KVC-2026-001 was ${doneTo(action)}${where}”.${spokenRest(rest)}`,
    outcome: 'clarify',
    context:
      action === undefined
        ? context
        : {
            ...context,
            event: { ...given({ user, location, to }), action: action.slice(0, 200) },
            waitingFor: { intent: 'record', need: 'asset' },
          },
  };
}

const spokenRest = (rest: readonly string[]) =>
  rest.length === 0 ? '' : ` The form has no field for ${listed(rest.map((one) => `“${one}”`))}.`;

/** The values that are stated, as long as a context may have them. */
const given = (fields: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, text]) => (text === undefined ? [] : [[name, text.slice(0, 64)]])),
  );

/** Returns the event that waits for its asset, if a message only names one. */
export function completedBy(
  { where, ask, field }: Query,
  { event, waitingFor }: TalkContext,
): ProposedEvent | undefined {
  const [asset, ...others] = where;
  if (event === undefined || waitingFor?.intent !== 'record' || asset?.kind !== 'asset' || others.length > 0)
    return undefined;
  if (ask !== 'describe' || field !== undefined) return undefined;
  return { ...event, assetId: asset.value, refers: false, isNew: false, rest: [] } as ProposedEvent;
}

/** Returns the asset's ID as stored in the ledger, with a note if the event would be an anomaly. */
async function assetIn({ run, context }: WriteTurn, stated: string, action: string | undefined) {
  const found = await findWritten(run, stated);
  const creates = action === 'manufactured';
  if (found === undefined)
    return {
      assetId: stated,
      note:
        creates || action === undefined
          ? ''
          : ` No asset ${stated} is recorded yet, so the event would be marked as an anomaly.`,
    };
  const exists = creates && found !== context.assetId ? ` ${found} exists already, so it cannot be created again.` : '';
  return { assetId: found, note: exists };
}

/**
 * Refuses an account whose role does not allow an action. Without an action, refuses an account that may record no
 * event.
 */
function refusedRole(caller: Caller, action: string | undefined): Draft | undefined {
  const capability = action === undefined ? canHandle : capabilityOfAction(action);
  if (holds(caller, canRecordForAnyone) || holds({ role: caller.role, administrator: false }, capability))
    return undefined;
  return refuseRole(caller, action === undefined ? 'record events' : `record ${spokenAction(action)}`, capability);
}

function refuseRole({ role }: Caller, deed: string, capability: Capability): Draft {
  return {
    reply: `Your role, ${role}, may not ${deed}. ${rolesOf(capability)} may.`,
    outcome: 'refused',
    suggestions: ['Who may record events?'],
  };
}

/**
 * Refuses to record for a participant that is not the account itself and was not registered by it, or whose role does
 * not allow the action.
 */
async function refusedFor(
  { run }: WriteTurn,
  caller: Caller,
  { user, action }: ProposedEvent,
): Promise<Draft | undefined> {
  if (user === undefined || user === caller.username) return undefined;
  const read = await run('read_participant', { id: user });
  if (!read.ok) return undefined;
  const { role, managedBy } = read.value;
  const capability = action === undefined ? canHandle : capabilityOfAction(action);
  if (!holds({ role: role as Role, administrator: false }, capability))
    return {
      reply: `${user} has the role ${role}, which may not record ${action === undefined ? 'events' : spokenAction(action)}. ${rolesOf(capability)} may.`,
      outcome: 'refused',
    };
  if (holds(caller, canRecordForAnyone) || managedBy === caller.username) return undefined;
  return {
    reply: `You may not record for ${user}: you record for yourself and for participants that you registered. ${managedBy === undefined ? user : `${managedBy} records for it, and an administrator`} may.`,
    outcome: 'refused',
  };
}

/** Fills in the form of a new participant with exactly the stated values. */
export function proposeParticipant({ caller }: WriteTurn, { user = '', role = '' }: ProposedParticipant): Draft {
  if (caller === undefined)
    return { reply: 'Sign in first. An account is needed to register a participant.', outcome: 'refused' };
  if (!holds(caller, canRegisterParticipants))
    return refuseRole(caller, 'register participants', canRegisterParticipants);
  const missing = [user === '' ? 'its username' : '', role === '' ? 'its role' : ''].filter(Boolean);
  const what = `I filled in the form${user === '' ? ' with what you stated' : `: ${user}${role === '' ? '' : `, ${role}`}`}.`;
  return {
    reply: `${what} Nothing is registered yet. ${missing.length === 0 ? 'Check it' : `Enter ${listed(missing)}, check the rest`}, correct it if needed, then confirm.`,
    outcome: 'proposed',
    blocks: [{ kind: 'proposal', write: 'participant', values: { user, role } }],
  };
}

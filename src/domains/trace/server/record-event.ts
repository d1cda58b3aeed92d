import { type Appender, type Draft, readBlocksAt } from '#domains/ledger/server/index.ts';
import { accountInactive, holds, isParticipantRole, notRegistered } from '#domains/participants/contract.ts';
import { type Account, type Allowances, type Directory, readManagers } from '#domains/participants/server/index.ts';
import { handsOver } from '#domains/trace/contract/handover-actions.ts';
import { CORRECTION, describedIn, instantOf, restatedIn } from '#domains/trace/contract/journey/event-content.ts';
import { isKnownAction, unknownAction } from '#domains/trace/contract/known-actions.ts';
import {
  AddEventRequest,
  actionReserved,
  Coordinates,
  canRecordForAnyone,
  capabilityOfAction,
  notYours,
  reservedActions,
} from '#domains/trace/contract.ts';
import { AppError, type FieldError, validationFailed } from '#platform/contract/errors.ts';
import { findInvisible } from '#platform/contract/misleading-text.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import { fingerprintOf } from '#platform/server/database/idempotency-keys.ts';
import type { EventRequest } from './event-rules.ts';
import { INPUTS_MAX, inputsOf, linksIn } from './lineage/links-in.ts';
import { appendAllowed } from './quota/append-allowed.ts';
import type { RecordingQuota } from './quota/recording-quota.ts';
import { stateCorrectedTime } from './state-corrected-time.ts';
import { stateLateTime } from './state-late-time.ts';
import { withStoredIds } from './stored-asset-ids.ts';
import { draftEvent } from './trace-block-types.ts';

/**
 * Records an event for a participant and returns its block once durable. The caller records for itself, for a
 * participant that it manages, or, as an administrator, for anyone. The participant's role and the caller's must both
 * allow the action; for an administrator, the participant's alone. Counts against the caller's `quota`, if there is one. The limits of the
 * caller's account are checked first.
 */
export async function recordEvent(
  tools: {
    database: Database;
    directory: Directory;
    allowances: Allowances;
    events: Appender<EventRequest>;
    quota: RecordingQuota | undefined;
    clock: Clock;
  },
  caller: Account,
  body: AddEventRequest,
  idempotencyKey: string | undefined,
): Promise<{ index: number; blockText: string }> {
  const requested = await authorize(tools.directory, caller, await withStoredIds(tools.database, body));
  const key =
    idempotencyKey === undefined
      ? undefined
      : { scope: caller.id, key: idempotencyKey, fingerprint: fingerprintOf(requestText(requested.draft)) };
  const corrected = await stateCorrectedTime(tools.database, requested);
  const request = stateLateTime(corrected, body.submitted_at, tools.clock());
  const managedIds = await findManaged(tools, caller, request);
  const { index, block } = await appendAllowed(tools, caller, request, { key, managedIds });
  // The block's content is already canonical JSON. Serializing it again would cost more than the rest of the response.
  if (block !== undefined)
    return {
      index,
      blockText:
        `{"index":${index},"timestamp":${block.timestamp},"prev_hash":"${block.prevHash}","hash":"${block.hash}",` +
        `"data":${block.dataText}}`,
    };
  const [earlier] = await readBlocksAt(tools.database, [index]);
  if (earlier === undefined) throw new Error(`Block ${index} has an idempotency key, but is not on the chain`);
  return { index, blockText: JSON.stringify(earlier) };
}

/** Returns the participants, by their ids, for whom the caller acts as their manager: that of the event, and that of the event it corrects. */
async function findManaged(
  { database, directory }: { database: Database; directory: Directory },
  caller: Account,
  { draft, corrects }: EventRequest,
): Promise<string[]> {
  const [corrected] = corrects === undefined ? [] : await readBlocksAt(database, [corrects]);
  const names = [draft.data['user'], corrected?.data['user']].filter(
    (name) => typeof name === 'string' && name !== caller.username,
  ) as string[];
  if (names.length === 0) return [];
  const managerOf = await readManagers(database, names);
  const managed = names.filter((name) => managerOf.get(name) === caller.username);
  return (await Promise.all(managed.map((name) => directory.find(name)))).flatMap((one) => one?.id ?? []);
}

/**
 * Returns a draft's request as canonical JSON: its data without `recordedBy`, `recordedByRole` and `role`, which the
 * caller does not choose and which may change before a retry. Cutting them from the canonical text avoids serializing twice.
 */
function requestText({ dataText, data }: Draft): string {
  const user = `,"user":${JSON.stringify(data['user'])}}`;
  const role = `,"role":${JSON.stringify(data['role'])}`;
  const recordedBy = data['recordedBy'] === undefined ? '' : `,"recordedBy":${JSON.stringify(data['recordedBy'])}`;
  const recordedByRole =
    data['recordedByRole'] === undefined ? '' : `,"recordedByRole":${JSON.stringify(data['recordedByRole'])}`;
  return dataText.slice(0, -(recordedBy + recordedByRole + role + user).length) + user;
}

async function authorize(directory: Directory, caller: Account, body: AddEventRequest): Promise<EventRequest> {
  if ((reservedActions as readonly string[]).includes(body.action))
    throw new AppError(actionReserved, `The action ${body.action} is reserved by the ledger.`, {
      errors: [at('/action', `The ledger reserves the action ${body.action}`)],
    });
  // Blocks are permanent: a misspelled word would stay.
  if (!isKnownAction(body.action)) {
    const message = unknownAction(body.action);
    throw new AppError(validationFailed, message, { errors: [at('/action', message)] });
  }
  const participant = await directory.find(body.user);
  if (participant === undefined || !isParticipantRole(participant.role))
    throw new AppError(notRegistered, 'Unauthorized. Please register first.', {
      hint: 'Register the participant with POST /api/register, then record events for it.',
      errors: [at('/user', `${body.user} is not a registered participant`)],
    });
  if (!participant.active)
    throw new AppError(accountInactive, `The participant ${participant.username} is not active.`, {
      errors: [at('/user', `The participant ${participant.username} is not active`)],
    });
  checkMeta(body);
  const effectiveAction = restatedIn(body.action, body.meta) ?? body.action;
  requirePermission(caller, participant, effectiveAction);
  const meta = handsOver(effectiveAction) ? await addressed(directory, body.meta) : body.meta;

  const recordedFor = participant.username === caller.username;
  const byAdministrator = !recordedFor && holds(caller, canRecordForAnyone);
  const draft = draftEvent({
    action: body.action,
    assetId: body.asset_id,
    participant: participant.username,
    role: participant.role,
    recordedBy: recordedFor ? undefined : caller.username,
    byAdministrator,
    meta,
  });
  return {
    draft,
    event: {
      assetId: body.asset_id,
      action: body.action,
      participant: participant.username,
      role: participant.role,
      happenedAt: meta['timestamp'] === undefined ? undefined : instantOf(meta['timestamp']),
      ...describedIn(meta),
      byAdministrator,
      restates: restatedIn(body.action, meta),
    },
    corrects: body.action === CORRECTION ? Number(meta['corrects']) : undefined,
    links: linksIn({ action: body.action, asset_id: body.asset_id, meta }),
    inputs: inputsOf(meta),
    recorder: { username: caller.username, administrator: caller.administrator },
    introducesAssets: false,
    epcisHash: undefined,
  };
}

function requirePermission(
  caller: Account,
  participant: { id: string; username: string; role: Account['role']; managedBy: string | undefined },
  action: string,
): void {
  const forAnyone = holds(caller, canRecordForAnyone);
  if (!forAnyone && participant.id !== caller.id && participant.managedBy !== caller.id)
    throw new AppError(
      notYours,
      `You can record events for yourself and for participants that you registered, but not for ${participant.username}.`,
      {
        errors: [at('/user', `user must be ${caller.username} or a participant that you manage`)],
      },
    );
  // A correction is checked against the event it corrects.
  if (action === CORRECTION) return;
  const capability = capabilityOfAction(action);
  // Both roles must allow it. Otherwise anyone who may register participants could manufacture through one of them, and
  // a manufacturer whose role was changed could continue.
  const roles = forAnyone ? [participant.role] : [participant.role, caller.role];
  const refused = roles.find((role) => !holds({ role, administrator: false }, capability));
  if (refused !== undefined)
    throw new AppError(notYours, `The role ${refused} does not allow recording ${action}.`, {
      hint: `${refused === caller.role ? 'You need' : `${participant.username} needs`} the role ${capability.heldBy.join(' or ')}.`,
      errors: [at('/action', `The role ${refused} does not allow recording ${action}`)],
    });
}

/**
 * Returns the `meta` of a handover with the addressee's username as registered. An addressee that does not exist could
 * never take the asset in, and the block is permanent.
 */
async function addressed(directory: Directory, meta: AddEventRequest['meta']): Promise<AddEventRequest['meta']> {
  const { to } = meta;
  if (to === undefined) return meta;
  const addressee = typeof to === 'string' ? await directory.find(to.trim()) : undefined;
  if (addressee !== undefined && isParticipantRole(addressee.role)) return { ...meta, to: addressee.username };
  const message = 'meta.to must be the username of a registered participant';
  throw new AppError(validationFailed, message, { errors: [at('/meta/to', message)] });
}

const LENGTHS = { name: 200, category: 100, batch: 200, location: 300 } as const;

function checkMeta(body: AddEventRequest): void {
  const { action, meta } = body;
  const errors: FieldError[] = [];
  for (const [field, max] of Object.entries(LENGTHS)) {
    const value = meta[field];
    if (value === undefined || value === null) continue;
    if (typeof value !== 'string' || value.length > max)
      errors.push(at(`/meta/${field}`, `meta.${field} must be text of at most ${max} characters`));
    else errors.push(...problemsOfText(field, value));
  }
  if (meta['timestamp'] !== undefined && instantOf(meta['timestamp']) === undefined)
    errors.push(
      at(
        '/meta/timestamp',
        'meta.timestamp must be an ISO 8601 instant with a zone, such as 2026-03-04T05:06:07Z, or a number of seconds',
      ),
    );
  if (meta['coordinates'] !== undefined && !Coordinates.safeParse(meta['coordinates']).success)
    errors.push(
      at(
        '/meta/coordinates',
        'meta.coordinates must be {latitude, longitude} in degrees, such as {"latitude": 60.39, "longitude": 5.32}',
      ),
    );
  if (action === CORRECTION && !(Number.isSafeInteger(meta['corrects']) && Number(meta['corrects']) >= 0))
    errors.push(at('/meta/corrects', 'meta.corrects must be the index of the block that this corrects'));
  if (action === CORRECTION && meta['action'] !== undefined && !mayRestate(meta['action']))
    errors.push(
      at(
        '/meta/action',
        'meta.action must be the action that should have been recorded, but not one that creates an asset',
      ),
    );
  if (meta['inputs'] !== undefined && !areInputs(meta['inputs'], body.asset_id))
    errors.push(at('/meta/inputs', `meta.inputs must be a list of 1 to ${INPUTS_MAX} distinct ids of other assets`));
  const [first] = errors;
  if (first !== undefined) throw new AppError(validationFailed, first.message, { errors });
}

/**
 * Everyone who handles an asset reads its name, category and place, and they cannot be taken back. A batch is judged as an
 * id, once the batch of the asset is known.
 */
function problemsOfText(field: string, value: string): FieldError[] {
  const invisible = field === 'batch' ? (value.includes('\u0000') ? 'U+0000' : undefined) : findInvisible(value);
  if (invisible !== undefined)
    return [at(`/meta/${field}`, `meta.${field} must not contain the invisible character ${invisible}`)];
  const isBlank = value !== '' && value.trim() === '';
  return isBlank ? [at(`/meta/${field}`, `meta.${field} must not be only spaces`)] : [];
}

function areInputs(inputs: unknown, assetId: string): boolean {
  if (!Array.isArray(inputs) || inputs.length === 0 || inputs.length > INPUTS_MAX) return false;
  const areIds = inputs.every(
    (one) => typeof one === 'string' && AddEventRequest.shape.asset_id.safeParse(one).data === one,
  );
  return areIds && new Set(inputs).size === inputs.length && !inputs.includes(assetId);
}

/** An EPCIS import names steps of other vocabularies by their last part. A correction may keep such a name. */
const IMPORTED_ACTION = /^[a-z][a-z0-9_]{0,63}$/;

/**
 * Reports whether a correction may restate an event with this action. An asset is created only once, and a correction
 * cannot be corrected.
 */
function mayRestate(action: unknown): boolean {
  return (
    typeof action === 'string' &&
    (isKnownAction(action) || IMPORTED_ACTION.test(action)) &&
    !['manufactured', CORRECTION, ...reservedActions].includes(action)
  );
}

const at = (pointer: string, text: string): FieldError => ({ in: 'body', pointer, message: text });

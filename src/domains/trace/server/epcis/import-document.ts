import { isParticipantRole } from '#domains/participants/contract.ts';
import type { Demand } from '#domains/participants/server/index.ts';
import { IMPORT_USERNAME } from '#domains/trace/contract/journey/journey.ts';
import { AppError, validationFailed } from '#platform/contract/errors.ts';
import type { Database } from '#platform/server/database/database.ts';
import { readAssetStates } from '../assets.ts';
import type { EventRequest } from '../event-rules.ts';
import type { Trace } from '../open-trace.ts';
import { findStoredIds } from '../stored-asset-ids.ts';
import { appendBlocks, type OnProgress, type Repetition } from './append-blocks.ts';
import type { DocumentProblem } from './check-shape.ts';
import { draftEvents, draftHeader } from './draft-blocks.ts';
import { eventToBlocks, type PlannedEvent } from './event-to-block.ts';
import { findFormerBlocks } from './find-former-blocks.ts';
import {
  findImporter,
  findParties,
  introduceParties,
  type Parties,
  type Recorder,
  type SeenParty,
} from './introduce-parties.ts';
import { objectsOf } from './objects-of.ts';
import { refuseMisleadingIds, refuseMisleadingParties } from './refuse-misleading-ids.ts';
import { refuseTimes } from './refuse-times.ts';
import { refused } from './refused-document.ts';
import { type DocumentEvent, validateDocument } from './validate-document.ts';
import { wrongCheckDigits } from './wrong-check-digits.ts';

export type ImportOptions = {
  /** The participant for events without a party. Default: one that the import creates. */
  readonly as?: string | undefined;
  readonly onProgress?: OnProgress;
};

export type ImportResult = {
  readonly events: number;
  /** New blocks, those of the header included. */
  readonly blocks: number;
  /** Events that differ from a recorded one in `eventID` or `recordTime` alone, in the order of the document. */
  readonly repetitions: readonly Repetition[];
  /** The new participants, the import's own included. */
  readonly participantsIntroduced: readonly string[];
  readonly assetsIntroduced: number;
  /** Objects beyond an event's limit. They are part of the event, but have no block of their own. */
  readonly objectsWithoutBlock: number;
  /** Parts of the header that are too large for a block and were not stored. */
  readonly leftOut: readonly DocumentProblem[];
  /** Identifiers that are no GS1 keys because their check digit is wrong. */
  readonly wrongCheckDigits: readonly DocumentProblem[];
};

/**
 * Imports an EPCIS 2.0 document. It is validated completely before anything is stored, so an invalid document stores
 * nothing. Blocks are appended in document order, those of the header first. If the process or the database fails
 * midway, importing the document again stores exactly the missing blocks, because events are recognized by content.
 * @throws AppError `request.invalid` with the pointer of every problem; `server.unavailable`
 */
export async function importDocument(
  trace: Pick<Trace, 'database' | 'clock' | 'events' | 'directory' | 'allowances'>,
  text: string,
  options: ImportOptions = {},
): Promise<ImportResult> {
  const document = validateDocument(text);
  if ('problems' in document) throw refused(document.problems);
  const { header, events } = document;
  if (events.length === 0) throw refused([withoutEvents]);
  const storedIds = await findStoredIds(trace.database, namesIn(events));
  const plan = events.map((event) => eventToBlocks(event, header?.name, storedIds));
  const draftAll = (parties: Parties, importer: Recorder) => [
    ...(header === undefined ? [] : draftHeader(header, importer)),
    ...draftEvents(plan, parties, importer),
  ];
  // Planned once before any party is introduced, so that content that no block can hold is rejected first.
  refuseTimes(plan, trace.clock());
  await refuseMisleadingIds(trace.database, plan);
  const trial = await findParties(trace.database, seenIn(plan), destinationsIn(plan));
  refuseMisleadingParties(trial.unknown);
  const planned = draftAll(trial, await requireImporter(trace, options.as));
  await refuseBeyondLimits(
    trace,
    planned.map(({ request }) => request),
  );

  const { parties, introduced } = await introduceAll(trace, plan);
  const importer = await findImporter(trace.database, trace.clock, options.as);
  if (importer === undefined) throw new Error('The participant of the import is gone');
  const drafted = draftAll(parties, importer);
  const assetsIntroduced = await countNewAssets(
    trace,
    drafted.map(({ request }) => request),
  );
  const former = await findFormerBlocks(trace.database, plan);
  const { blocks, repetitions } = await appendBlocks(trace, drafted, former, options.onProgress);
  return {
    events: plan.length,
    blocks,
    repetitions,
    participantsIntroduced: importer.created ? [...introduced, importer.username] : introduced,
    assetsIntroduced,
    objectsWithoutBlock: plan.reduce((total, event) => total + event.objectsWithoutBlock, 0),
    leftOut: header?.leftOut ?? [],
    wrongCheckDigits: wrongCheckDigits(events),
  };
}

const withoutEvents: DocumentProblem = {
  pointer: '',
  message: 'The document has no events. Master data is stored only with the events of its document',
};

/** A placeholder until something is written. */
const NOBODY_YET: Recorder = { username: IMPORT_USERNAME, role: 'other', active: true };

async function requireImporter(trace: Pick<Trace, 'database' | 'clock'>, as: string | undefined): Promise<Recorder> {
  if (as === undefined) return NOBODY_YET;
  const importer = await findImporter(trace.database, trace.clock, as);
  if (importer === undefined || !isParticipantRole(importer.role))
    throw new AppError(validationFailed, `Participant ${as} not found.`, {
      hint: 'Name a registered participant, or leave it out.',
    });
  if (!importer.active) throw new AppError(validationFailed, `The participant ${as} is not active.`);
  return importer;
}

const namesIn = (events: readonly DocumentEvent[]): string[] =>
  events.flatMap(({ event, prefixes }) => objectsOf(event, prefixes).map(({ name }) => name));

function seenIn(plan: readonly PlannedEvent[]): SeenParty[] {
  const seen = new Map<string, { party: SeenParty['party']; actions: Set<string> }>();
  for (const { party, action } of plan.flatMap((event) => event.blocks)) {
    if (party === undefined) continue;
    const one = seen.get(party.identifier) ?? { party, actions: new Set() };
    one.actions.add(action);
    seen.set(party.identifier, one);
  }
  return [...seen.values()];
}

const destinationsIn = (plan: readonly PlannedEvent[]) =>
  plan.flatMap((event) => event.blocks.flatMap(({ destination }) => destination ?? []));

const ATTEMPTS = 3;

async function introduceAll(trace: Pick<Trace, 'database' | 'clock'>, plan: readonly PlannedEvent[]) {
  for (let attempt = 1; ; attempt++) {
    const parties = await findParties(trace.database, seenIn(plan), destinationsIn(plan));
    if (await introduceParties(trace.database, trace.clock, parties))
      return { parties, introduced: parties.unknown.map((one) => one.username) };
    if (attempt === ATTEMPTS) throw new Error('Another import introduces the same parties. Run this one again.');
  }
}

/**
 * Checks the limits of a document's accounts, before any of it is stored. Each asset counts for the participant of its first event. Parties
 * that the import introduces have no account yet.
 *
 * @throws AppError of the limit
 */
async function refuseBeyondLimits(
  { database, directory, allowances }: Pick<Trace, 'database' | 'directory' | 'allowances'>,
  requests: readonly EventRequest[],
): Promise<void> {
  const firsts = new Map<string, string>();
  for (const { draft, event } of requests)
    if (event !== undefined && !firsts.has(event.assetId)) firsts.set(event.assetId, String(draft.data['user']));
  for (const id of await findKnownAssets(database, [...firsts.keys()])) firsts.delete(id);
  const demands: Demand[] = [];
  for (const [username, assets] of Map.groupBy(firsts.values(), (name) => name)) {
    const account = await directory.find(username);
    if (account !== undefined) demands.push({ accountId: account.id, assets: assets.length });
  }
  await allowances.within(demands, () => Promise.resolve());
}

const ASSETS_AT_A_TIME = 1000;

async function countNewAssets(trace: Pick<Trace, 'database'>, requests: readonly EventRequest[]): Promise<number> {
  const ids = [...new Set(requests.flatMap(({ event }) => event?.assetId ?? []))];
  return ids.length - (await findKnownAssets(trace.database, ids)).length;
}

async function findKnownAssets(database: Database, ids: readonly string[]): Promise<string[]> {
  const known: string[] = [];
  for (let at = 0; at < ids.length; at += ASSETS_AT_A_TIME)
    known.push(...(await readAssetStates(database, ids.slice(at, at + ASSETS_AT_A_TIME))).keys());
  return known;
}

import { isParticipantRole } from '#domains/participants/contract.ts';
import { handsOver } from '#domains/trace/contract/handover-actions.ts';
import { AppError, validationFailed } from '#platform/contract/errors.ts';
import { readAssetStates } from '../assets.ts';
import { describedIn } from '../event-content.ts';
import type { EventRequest } from '../event-rules.ts';
import { IMPORT_USERNAME } from '../journey.ts';
import { linksIn } from '../lineage/links-in.ts';
import type { Trace } from '../open-trace.ts';
import { draftEvent } from '../trace-block-types.ts';
import { eventToBlocks, type PlannedBlock, type PlannedEvent } from './event-to-block.ts';
import {
  findImporter,
  findParties,
  introduceParties,
  type Parties,
  type Recorder,
  type SeenParty,
} from './introduce-parties.ts';
import { refuseMisleadingIds, refuseMisleadingParties } from './refuse-misleading-ids.ts';
import { refused } from './refused-document.ts';
import { validateDocument } from './validate-document.ts';

export type ImportOptions = {
  /** The participant for events without a party. Default: one that the import creates. */
  readonly as?: string | undefined;
  /** Called with the number of durable blocks. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
};

export type ImportResult = {
  readonly events: number;
  readonly blocks: number;
  /** Events whose blocks all existed already. */
  readonly repeated: number;
  readonly participantsIntroduced: readonly string[];
  readonly assetsIntroduced: number;
  /** Objects beyond an event's limit. They are part of the event, but have no block of their own. */
  readonly objectsWithoutBlock: number;
};

/** Concurrent appends: enough to fill the ledger's batches, few enough to leave room for other callers. */
const WINDOW = 3000;

/**
 * Imports an EPCIS 2.0 document. It is validated completely before anything is stored, so an invalid document stores
 * nothing. Blocks are appended in document order. If the process or the database fails midway, importing the document
 * again stores exactly the missing blocks, because events are recognized by hash.
 * @throws AppError `request.invalid` with the pointer of every problem; `server.unavailable`
 */
export async function importDocument(
  trace: Pick<Trace, 'database' | 'clock' | 'events'>,
  text: string,
  options: ImportOptions = {},
): Promise<ImportResult> {
  const document = validateDocument(text);
  if ('problems' in document) throw refused(document.problems);
  const plan = document.events.map(eventToBlocks);
  // Planned once before any party is introduced, so that content that no block can hold is rejected first.
  await refuseMisleadingIds(trace.database, plan);
  const trial = await findParties(trace.database, seenIn(plan), destinationsIn(plan));
  refuseMisleadingParties(trial.unknown);
  draftAll(plan, trial, await requireImporter(trace, options.as));

  const { parties, introduced } = await introduceAll(trace, plan);
  const importer = await findImporter(trace.database, trace.clock, options.as);
  if (importer === undefined) throw new Error('The participant of the import is gone');
  const drafted = draftAll(plan, parties, importer);
  const assetsIntroduced = await countNewAssets(
    trace,
    drafted.map(({ request }) => request),
  );
  const { blocks, fresh } = await appendAll(trace, drafted, options.onProgress);
  return {
    events: plan.length,
    blocks,
    repeated: plan.filter((event) => !fresh.has(event)).length,
    participantsIntroduced: introduced,
    assetsIntroduced,
    objectsWithoutBlock: plan.reduce((total, event) => total + event.objectsWithoutBlock, 0),
  };
}

type Drafted = { readonly planned: PlannedEvent; readonly request: EventRequest };

/** A placeholder until something is written. */
const NOBODY_YET: Recorder = { username: IMPORT_USERNAME, role: 'other', active: true };

async function requireImporter(trace: Pick<Trace, 'database' | 'clock'>, as: string | undefined): Promise<Recorder> {
  if (as === undefined) return NOBODY_YET;
  const importer = await findImporter(trace.database, trace.clock, as);
  if (importer === undefined || !isParticipantRole(importer.role))
    throw new AppError(validationFailed, `There is no participant ${as}.`, {
      hint: 'Name one that is registered, or leave it out.',
    });
  if (!importer.active) throw new AppError(validationFailed, `The participant ${as} is not active.`);
  return importer;
}

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

/** Drafts every block, or throws with everything that no block can hold. */
function draftAll(plan: readonly PlannedEvent[], parties: Parties, importer: Recorder): Drafted[] {
  const problems: { pointer: string; message: string }[] = [];
  const drafted = plan.flatMap((planned) => {
    try {
      return planned.blocks.map((block) => ({ planned, request: toRequest(block, parties, importer) }));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      problems.push({ pointer: planned.pointer, message: `${planned.pointer}: ${error.message}` });
      return [];
    }
  });
  if (problems.length > 0) throw refused(problems);
  return drafted;
}

function toRequest(block: PlannedBlock, parties: Parties, importer: Recorder): EventRequest {
  const recorder = block.party === undefined ? importer : parties.of(block.party);
  if (!recorder.active)
    throw new AppError(validationFailed, `names the participant ${recorder.username}, which is not active`);
  const { action, assetId, happenedAt } = block;
  const { username: participant, role } = recorder;
  const to = handsOver(action) && block.destination !== undefined ? parties.usernameOf(block.destination) : undefined;
  const meta = to === undefined ? block.meta : { ...block.meta, to };
  const recordedBy = participant === importer.username ? undefined : importer.username;
  const about = { action, participant, role, happenedAt };
  return {
    draft: draftEvent({ action, assetId, participant, role, recordedBy, byAdministrator: false, meta }),
    event:
      assetId === undefined
        ? undefined
        : {
            ...about,
            assetId,
            ...describedIn(meta),
            byAdministrator: false,
          },
    corrects: undefined,
    links: linksIn({ action, asset_id: assetId, meta }),
    recorder: { username: importer.username, administrator: false },
    introducesAssets: true,
    epcisHash: block.identity,
  };
}

const ASSETS_AT_A_TIME = 1000;

async function countNewAssets(trace: Pick<Trace, 'database'>, requests: readonly EventRequest[]): Promise<number> {
  const ids = [...new Set(requests.flatMap(({ event }) => event?.assetId ?? []))];
  let known = 0;
  for (let at = 0; at < ids.length; at += ASSETS_AT_A_TIME)
    known += (await readAssetStates(trace.database, ids.slice(at, at + ASSETS_AT_A_TIME))).size;
  return ids.length - known;
}

/** Appends concurrently. The ledger preserves the arrival order, so each object's journey stays in order. */
async function appendAll(
  trace: Pick<Trace, 'events'>,
  drafted: readonly Drafted[],
  onProgress: ImportOptions['onProgress'],
): Promise<{ blocks: number; fresh: ReadonlySet<PlannedEvent> }> {
  const underWay: Promise<void>[] = [];
  const fresh = new Set<PlannedEvent>();
  let blocks = 0;
  let done = 0;
  const append = async ({ planned, request }: Drafted) => {
    const appended = await trace.events.append(request);
    done += 1;
    if (appended.fresh) {
      blocks += 1;
      fresh.add(planned);
    }
    onProgress?.(done, drafted.length);
  };
  try {
    for (const one of drafted) {
      const appending = append(one);
      // Its failure is handled in turn; until then it must not count as unhandled.
      appending.catch(() => undefined);
      underWay.push(appending);
      if (underWay.length >= WINDOW) await underWay.shift();
    }
    await Promise.all(underWay);
  } catch (error) {
    await Promise.allSettled(underWay);
    if (!(error instanceof AppError)) throw error;
    throw new AppError(
      error.kind,
      `${error.message} ${done} of ${drafted.length} blocks are stored; import the document again for the rest.`,
      {
        cause: error,
        ...(error.hint === undefined ? {} : { hint: error.hint }),
      },
    );
  }
  return { blocks, fresh };
}

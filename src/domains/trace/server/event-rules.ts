import {
  createRowMemory,
  type Draft,
  type ReadFrom,
  type RowMemory,
  type RuleSet,
} from '#domains/ledger/server/index.ts';
import { applyCorrection, type CorrectionHistory } from '#domains/trace/contract/journey/apply-correction.ts';
import type { AssetState, JourneyEvent } from '#domains/trace/contract/journey/asset-state.ts';
import { type CorrectionTarget, refusalOf } from '#domains/trace/contract/journey/correction-rules.ts';
import { applyEvent, type CustodyRules } from '#domains/trace/contract/journey/journey.ts';
import type { Anomaly } from '#domains/trace/contract.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { WriteStatement } from '#platform/server/database/one-statement.ts';
import { readAssetStates, writeAssets, writeCreationTimes } from './assets.ts';
import { readCorrectionTargets } from './correction-targets.ts';
import { writeMarks } from './event-marks.ts';
import { assetIsThere, noSuchAsset, noSuchInput, notYetHappened } from './event-refusals.ts';
import { insertEpcisEvents, type KnownEpcisEvents, readKnownEpcisEvents } from './known-epcis-events.ts';
import { type PlacedLink, writeLinks } from './lineage/asset-links.ts';
import type { Link } from './lineage/links-in.ts';
import { readHistories } from './read-histories.ts';
import { refuseMisleadingIds } from './refuse-misleading-ids.ts';
import type { KnownTexts } from './search-texts.ts';
import { traceBlockTypes } from './trace-block-types.ts';

/** An event that passed the permission check, ready to be appended. */
export type EventRequest = {
  readonly draft: Draft;
  /** Its facts about the journey, without an index; undefined for an event without a single asset. */
  readonly event:
    | (Omit<JourneyEvent, 'index' | 'recordedAt' | 'happenedAt'> & { assetId: string; happenedAt: number | undefined })
    | undefined;
  readonly corrects: number | undefined;
  /** The lineage that it states. */
  readonly links?: readonly Link[];
  /** Assets in it that must be known. */
  readonly inputs?: readonly string[];
  /** The caller, for a correction. */
  readonly recorder: { readonly username: string; readonly administrator: boolean };
  /** Whether an unknown asset is created by any first event. */
  readonly introducesAssets: boolean;
  /** Event hash of an imported EPCIS event, so that a repeated one never becomes a second block. */
  readonly epcisHash: Buffer | undefined;
};

/** The state by which a batch is judged, including its effects so far. */
export type BatchState = {
  readonly assets: Map<string, AssetState>;
  /** The events that the batch's corrections name, as of before the batch. */
  readonly targets: ReadonlyMap<number, CorrectionTarget>;
  /** The histories that the batch's corrections need. */
  readonly histories: Map<string, CorrectionHistory>;
  readonly epcisEvents: KnownEpcisEvents;
  readonly touched: Set<string>;
  /** The assets whose date of creation an event changed. */
  readonly redated: Set<string>;
  /** Assets of the batch that existed before it. */
  readonly existing: ReadonlySet<string>;
  readonly marks: { index: number; assetId: string; happenedAt: number; anomalies: readonly Anomaly[] }[];
  readonly corrections: { corrected: number; by: number; assetId: string; happenedAt: number }[];
  readonly links: PlacedLink[];
  readonly newEpcisEvents: { hash: Buffer; index: number }[];
};

/**
 * How far after its recording an event may be dated, because of clocks and zones. With a wrong year it would stay at the top of every list
 * until then, and the block is permanent.
 */
const AHEAD_MAX_MILLISECONDS = 86_400_000;

/** About 400 bytes each. */
const REMEMBERED_MAX = 20_000;

/**
 * Returns the rules by which events become blocks, with `custody` deciding who may move an asset. `onCommitted` is
 * called after each durable batch.
 */
export function createEventRules(
  texts: KnownTexts,
  custody: CustodyRules,
  onCommitted: () => void,
): RuleSet<EventRequest, BatchState> {
  const memory = createRowMemory((asset: AssetState) => asset.assetId, REMEMBERED_MAX);
  return {
    types: traceBlockTypes,
    read(db, requests, from) {
      if (from === 'tables') memory.forget();
      return read(db, requests, from, memory);
    },
    judge: (state, request, at) => judge(state, request, at, custody),
    project: (state) => project(state, texts),
    sent: (state) => memory.keep(touchedAssets(state)),
    committed(state) {
      texts.note(touchedAssets(state), isNew(state));
      onCommitted();
    },
  };
}

async function read(
  db: Database,
  requests: readonly EventRequest[],
  from: ReadFrom,
  memory: RowMemory<AssetState>,
): Promise<BatchState> {
  const assetIds = new Set(
    requests.flatMap(({ event, inputs }) => (event === undefined ? [] : [event.assetId, ...(inputs ?? [])])),
  );
  const corrections = requests.flatMap((request) => correctionIn(request) ?? []);
  const remembered = memory.recall(assetIds);
  const unknown = [...assetIds].filter((id) => !remembered.has(id));
  const [found, epcisEvents, targets] = await Promise.all([
    readAssetStates(db, from === 'memory' ? unknown.filter(isNotCreated(requests)) : unknown),
    readKnownEpcisEvents(
      db,
      requests.flatMap(({ epcisHash }) => epcisHash ?? []),
    ),
    readCorrectionTargets(db, [...new Set(corrections.map(({ corrects }) => corrects))]),
  ]);
  const assets = new Map([...remembered, ...found]);
  const corrected = corrections.flatMap((correction) => {
    const asset = assets.get(correction.assetId);
    const isRefused =
      asset === undefined || refusalOf(targets.get(correction.corrects), asset, correction) !== undefined;
    return isRefused ? [] : [correction.assetId];
  });
  return {
    assets,
    epcisEvents,
    targets,
    histories: await readHistories(db, [...new Set(corrected)]),
    touched: new Set(),
    redated: new Set(),
    existing: new Set(assets.keys()),
    marks: [],
    corrections: [],
    links: [],
    newEpcisEvents: [],
  };
}

/** Returns the correction that a request contains, if any. */
const correctionIn = ({ event, corrects, recorder }: EventRequest) =>
  event === undefined || corrects === undefined
    ? undefined
    : { assetId: event.assetId, corrects, restates: event.restates, recorder };

/** Assumes that an id which the batch creates is new. If it is not, the assets table rejects the batch. */
function isNotCreated(requests: readonly EventRequest[]): (assetId: string) => boolean {
  const created = new Set(
    requests.flatMap(({ event, introducesAssets }) =>
      event?.action === 'manufactured' && !introducesAssets ? [event.assetId] : [],
    ),
  );
  return (assetId) => !created.has(assetId);
}

type Position = { readonly index: number; readonly timestamp: number };

function judge(state: BatchState, request: EventRequest, at: Position, custody: CustodyRules) {
  const epcisHash = request.epcisHash?.toString('hex');
  const repeats = epcisHash === undefined ? undefined : state.epcisEvents.get(epcisHash);
  if (repeats !== undefined) return { repeats };
  if (request.event !== undefined) judgeEvent(state, request, request.event, at, custody);
  if (epcisHash !== undefined && request.epcisHash !== undefined) {
    state.epcisEvents.set(epcisHash, at.index);
    state.newEpcisEvents.push({ hash: request.epcisHash, index: at.index });
  }
  return { draft: request.draft };
}

function judgeEvent(
  state: BatchState,
  request: EventRequest,
  event: NonNullable<EventRequest['event']>,
  at: Position,
  custody: CustodyRules,
): void {
  const { assetId } = event;
  const asset = state.assets.get(assetId);
  const recordedAt = at.timestamp * 1000;
  const placed: JourneyEvent = { ...event, index: at.index, recordedAt, happenedAt: event.happenedAt ?? recordedAt };
  if (asset === undefined && event.action !== 'manufactured' && !request.introducesAssets) throw noSuchAsset(assetId);
  if (asset !== undefined && event.action === 'manufactured' && !request.introducesAssets) throw assetIsThere(assetId);
  if (!request.introducesAssets) {
    refuseMisleadingIds(asset, event);
    if (placed.happenedAt > recordedAt + AHEAD_MAX_MILLISECONDS) throw notYetHappened();
  }
  for (const [n, input] of (request.inputs ?? []).entries()) if (!state.assets.has(input)) throw noSuchInput(input, n);

  const correction = correctionIn(request);
  if (correction !== undefined && asset !== undefined) {
    const refusal = refusalOf(state.targets.get(correction.corrects), asset, correction);
    if (refusal !== undefined) throw refusal;
    const after = applyCorrection(state.histories.get(assetId), asset, correction, placed, custody);
    keep(state, asset, after.state);
    state.marks.push(...after.marks.map((mark) => ({ ...mark, assetId })));
    const corrected = { corrected: correction.corrects, happenedAt: after.correctedHappenedAt };
    state.corrections.push({ ...corrected, by: at.index, assetId });
  } else {
    const after = applyEvent(assetId, asset, placed, custody);
    keep(state, asset, after.state);
    const mark = { index: at.index, assetId, happenedAt: placed.happenedAt, anomalies: after.anomalies };
    if (after.anomalies.length > 0) state.marks.push(mark);
    state.histories.get(assetId)?.events.push({
      ...placed,
      assetId,
      anomalies: after.anomalies,
      corrected: false,
      recordedBy: undefined,
      managedBy: undefined,
    });
  }
  state.touched.add(assetId);
  for (const link of request.links ?? []) state.links.push({ ...link, index: at.index });
}

/** Notes the asset after an event, and whether its date of creation changed. */
function keep(state: BatchState, before: AssetState | undefined, after: AssetState): void {
  state.assets.set(after.assetId, after);
  if (before !== undefined && before.createdAt !== after.createdAt) state.redated.add(after.assetId);
}

function project(state: BatchState, texts: KnownTexts): WriteStatement[] {
  const touched = touchedAssets(state);
  const redated = touched.filter(({ assetId }) => state.redated.has(assetId) && state.existing.has(assetId));
  return [
    ...(touched.length > 0 ? writeAssets(touched, isNew(state)) : []),
    ...(redated.length > 0 ? [writeCreationTimes(redated)] : []),
    ...(state.marks.length > 0 || state.corrections.length > 0 ? [writeMarks(state.marks, state.corrections)] : []),
    ...writeLinks(
      state.links,
      state.corrections.map((one) => one.corrected),
    ),
    ...(state.newEpcisEvents.length > 0 ? [insertEpcisEvents(state.newEpcisEvents)] : []),
    ...texts.writesFor(touched, isNew(state)),
  ];
}

const isNew = (state: BatchState) => (assetId: string) => !state.existing.has(assetId);

const touchedAssets = (state: BatchState) => [...state.touched].flatMap((id) => state.assets.get(id) ?? []);

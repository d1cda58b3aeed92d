import { readOutlines } from '#domains/ledger/server/index.ts';
import { readManagers } from '#domains/participants/server/index.ts';
import type { Anomaly } from '#domains/trace/contract.ts';
import type { Database } from '#platform/server/database/database.ts';
import {
  type CorrectionTarget,
  HISTORY_MAX,
  type RequestedCorrection,
  refusalOf,
  refuseCorrection,
} from './correction-targets.ts';
import { CORRECTION, EVENT_OUTLINE, readEvent, TRACE } from './event-content.ts';
import { readMarks } from './event-marks.ts';
import { type AssetState, applyEvent, type CustodyRules, type JourneyEvent } from './journey.ts';

type Counted = JourneyEvent & { anomalies: readonly Anomaly[] };

/** All events of an asset, with the facts that decide who may correct them. */
export type CorrectionHistory = {
  readonly events: (Counted &
    CorrectionTarget & {
      /** The event that a correction states instead. It counts in place of this one. */
      restated?: Counted;
    })[];
};

/** Reads the histories of these assets, each one once. */
export async function readHistories(
  db: Database,
  assetIds: readonly string[],
): Promise<Map<string, CorrectionHistory>> {
  const histories = new Map<string, CorrectionHistory>();
  for (const assetId of assetIds) {
    const page = { limit: HISTORY_MAX, order: 'oldest', withText: false } as const;
    const blocks = await readOutlines(db, { domain: TRACE, assetId }, page, EVENT_OUTLINE);
    const events = blocks.flatMap((block) => readEvent(block) ?? []);
    const [markOf, managerOf] = await Promise.all([
      readMarks(
        db,
        events.map((event) => event.index),
      ),
      readManagers(db, [...new Set(events.map((event) => event.participant))]),
    ]);
    const history: CorrectionHistory = {
      events: events.map((event) => ({
        ...event,
        anomalies: markOf(event.index).anomalies,
        corrected: markOf(event.index).correctedBy !== undefined,
        managedBy: managerOf.get(event.participant),
      })),
    };
    const byIndex = new Map(history.events.map((event) => [event.index, event]));
    for (const correction of events) {
      const target = correction.corrects === undefined ? undefined : byIndex.get(correction.corrects);
      if (target !== undefined) restate(target, { ...correction, anomalies: markOf(correction.index).anomalies });
    }
    histories.set(assetId, history);
  }
  return histories;
}

/** The asset after a correction, and the events whose marks changed. */
export type Corrected = {
  readonly state: AssetState;
  readonly marks: readonly { index: number; happenedAt: number; anomalies: readonly Anomaly[] }[];
  /** When the corrected event happened, as it stated. */
  readonly correctedHappenedAt: number;
};

/** Puts the restated event in the position of the one it corrects. */
function restate(target: CorrectionHistory['events'][number], correction: Counted): void {
  if (correction.restates !== undefined) target.restated = { ...correction, action: correction.restates };
}

/**
 * Returns the asset as if the event that `request` corrects did not count, or counted as restated. The corrected event
 * stays on the chain; the anomalies of later events are computed again.
 * @throws AppError as `refusalOf`, or `trace.correction_invalid` if it would take the asset from its holder
 */
export function applyCorrection(
  history: CorrectionHistory | undefined,
  asset: AssetState,
  request: RequestedCorrection,
  correction: JourneyEvent,
  custody: CustodyRules,
): Corrected {
  const { corrects, recorder } = request;
  const target = history?.events.find((event) => event.index === corrects);
  const refusal = refusalOf(target, asset, request);
  if (refusal !== undefined) throw refusal;
  if (history === undefined || target === undefined) throw new Error(`The history of ${asset.assetId} was not read`);

  const corrected = { ...target, corrected: true };
  restate(corrected, { ...correction, anomalies: [] });
  const replayed = history.events.flatMap((one): Counted[] => {
    const event = one === target ? corrected : one;
    if (event.corrected) return event.restated === undefined ? [] : [event.restated];
    return event.action === CORRECTION ? [] : [event];
  });
  let state: AssetState | undefined;
  const marks: Corrected['marks'][number][] = [];
  for (const event of replayed) {
    const after = applyEvent(asset.assetId, state, event, custody);
    state = after.state;
    if (after.anomalies.join() !== event.anomalies.join())
      marks.push({ index: event.index, happenedAt: event.happenedAt, anomalies: after.anomalies });
  }
  const mayTakeIt = recorder.administrator || correction.participant === asset.custodian;
  if (!mayTakeIt && state?.custodian !== asset.custodian) throw notFromItsHolder(asset.custodian);

  Object.assign(target, corrected);
  const anomaliesAt = new Map(marks.map(({ index, anomalies }) => [index, anomalies]));
  for (const event of replayed) event.anomalies = anomaliesAt.get(event.index) ?? event.anomalies;
  return {
    marks,
    correctedHappenedAt: target.happenedAt,
    state: {
      ...(state ?? asset),
      // The correction is itself an event: it counts, and it is the last one.
      eventCount: asset.eventCount + 1,
      lastIndex: correction.index,
      updatedAt: correction.recordedAt,
      createdIndex: asset.createdIndex,
      createdAt: asset.createdAt,
    },
  };
}

/** Without this refusal, an earlier holder could take an asset back by correcting its handover. */
const notFromItsHolder = (holder: string | undefined) =>
  refuseCorrection(`${holder} has this asset now. Only ${holder} or an administrator can undo that.`);

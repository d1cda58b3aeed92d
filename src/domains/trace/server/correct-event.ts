import { readOutlines } from '#domains/ledger/server/index.ts';
import { holds } from '#domains/participants/contract.ts';
import { readManagers } from '#domains/participants/server/index.ts';
import { type Anomaly, canCorrectEvent, correctionInvalid, notYours } from '#domains/trace/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Database } from '#platform/server/database/database.ts';
import { CORRECTION, EVENT_OUTLINE, readEvent, TRACE } from './event-content.ts';
import { readMarks } from './event-marks.ts';
import { type AssetState, applyEvent, type CustodyRules, type JourneyEvent } from './journey.ts';

type Counted = JourneyEvent & { anomalies: readonly Anomaly[] };

/** All events of an asset, with the facts that decide who may correct them. */
export type CorrectionHistory = {
  readonly events: (Counted & {
    corrected: boolean;
    recordedBy: string | undefined;
    managedBy: string | undefined;
    /** The event that a correction states instead. It counts in place of this one. */
    restated?: Counted;
  })[];
};

/** A correction replays the whole history. An asset with a longer one is fixed by new events. */
const EVENTS_MAX = 10_000;

/** Reads the histories that a batch's corrections need. */
export async function readHistories(
  db: Database,
  assetIds: readonly string[],
): Promise<Map<string, CorrectionHistory>> {
  const histories = new Map<string, CorrectionHistory>();
  for (const assetId of assetIds) {
    const page = { limit: EVENTS_MAX, order: 'oldest', withText: false } as const;
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
  readonly marks: readonly { index: number; anomalies: readonly Anomaly[] }[];
};

/** Puts the restated event in the position of the one it corrects. */
function restate(target: CorrectionHistory['events'][number], correction: Counted): void {
  if (correction.restates !== undefined) target.restated = { ...correction, action: correction.restates };
}

/**
 * Returns the asset as if event `corrects` did not count, or counted as restated. The corrected event stays on the
 * chain; the anomalies of later events are computed again.
 * @throws AppError `trace.correction_invalid`, or `trace.not_yours` for an account that did not record it
 */
export function applyCorrection(
  history: CorrectionHistory | undefined,
  asset: AssetState,
  corrects: number,
  recorder: { username: string; administrator: boolean },
  correction: JourneyEvent,
  custody: CustodyRules,
): Corrected {
  const target = history?.events.find((event) => event.index === corrects);
  if (history === undefined || target === undefined) throw refuse(`Block ${corrects} is not an event of this asset.`);
  if (history.events.length >= EVENTS_MAX)
    throw refuse(`This asset has more than ${EVENTS_MAX} events. Record the right facts as new events.`);
  if (target.action === CORRECTION)
    throw refuse(`Block ${corrects} is itself a correction. Record the event again instead.`);
  if (target.corrected) throw refuse(`Block ${corrects} was already corrected.`);
  if (target.index === asset.createdIndex)
    throw refuse(`Block ${corrects} is the first event of this asset and cannot be corrected.`);
  const owners = [target.participant, target.recordedBy, target.managedBy].filter((name) => name !== undefined);
  if (!holds(recorder, canCorrectEvent, { kind: 'event', owners }))
    throw new AppError(notYours, 'Only its recorder or an administrator may correct an event.');

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
      marks.push({ index: event.index, anomalies: after.anomalies });
  }
  const mayTakeIt = recorder.administrator || correction.participant === asset.custodian;
  if (!mayTakeIt && state?.custodian !== asset.custodian) throw notFromItsHolder(asset.custodian);

  Object.assign(target, corrected);
  const anomaliesAt = new Map(marks.map(({ index, anomalies }) => [index, anomalies]));
  for (const event of replayed) event.anomalies = anomaliesAt.get(event.index) ?? event.anomalies;
  return {
    marks,
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
  refuse(`${holder} has this asset now. Only ${holder} or an administrator can undo that.`);

const refuse = (message: string) =>
  new AppError(correctionInvalid, message, {
    errors: [
      {
        in: 'body',
        pointer: '/meta/corrects',
        message: 'meta.corrects must be the index of an uncorrected event of this asset',
      },
    ],
  });

import type { Anomaly } from '../anomaly.ts';
import type { AssetState, JourneyEvent } from './asset-state.ts';
import { type CorrectionTarget, type RequestedCorrection, refusalOf, refuseCorrection } from './correction-rules.ts';
import { CORRECTION } from './event-content.ts';
import { applyEvent, type CustodyRules } from './journey.ts';

type Counted = JourneyEvent & { anomalies: readonly Anomaly[] };

/** All events of an asset, with the facts that decide who may correct them. */
export type CorrectionHistory = {
  readonly events: (Counted &
    CorrectionTarget & {
      /** The event that a correction states instead. It counts in place of this one. */
      restated?: Counted;
    })[];
};

/** The asset after a correction, and the events whose marks changed. */
export type Corrected = {
  readonly state: AssetState;
  readonly marks: readonly { index: number; happenedAt: number; anomalies: readonly Anomaly[] }[];
  /** When the corrected event happened, as it stated. */
  readonly correctedHappenedAt: number;
};

/** Puts the restated event in the position of the one it corrects. */
export function restate(target: CorrectionHistory['events'][number], correction: Counted): void {
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
    },
  };
}

/** Without this refusal, an earlier holder could take an asset back by correcting its handover. */
const notFromItsHolder = (holder: string | undefined) =>
  refuseCorrection(`${holder} has this asset now. Only ${holder} or an administrator can undo that.`);

import type { Anomaly } from '../anomaly.ts';
import { applyCorrection, type CorrectionHistory } from './apply-correction.ts';
import type { AssetState } from './asset-state.ts';
import { HISTORY_MAX } from './correction-rules.ts';
import type { readEvent } from './event-content.ts';
import { applyEvent, type CustodyRules } from './journey.ts';

/** An event as its block states it. */
export type ChainEvent = NonNullable<ReturnType<typeof readEvent>>;

export type ReplayedMark = {
  readonly anomalies: readonly Anomaly[];
  readonly correctedBy: number | undefined;
  readonly happenedAt: number;
};

/** The replay of one asset: its state after all events, and their marks. */
export type ReplayedEvents = {
  readonly state: AssetState;
  /** When its first event was recorded, in milliseconds. */
  readonly firstRecordedAt: number;
  readonly marks: ReadonlyMap<number, ReplayedMark>;
  /** Corrections that the rules would have refused. */
  readonly misfits: readonly string[];
};

/**
 * Replays the events of one asset by the rules by which they were recorded. Push them in order, then finish. `push`
 * returns the state after the event.
 */
export function createEventReplay(assetId: string, custody: CustodyRules) {
  let state: AssetState | undefined;
  let firstRecordedAt = 0;
  const history: CorrectionHistory = { events: [] };
  const marks = new Map<number, ReplayedMark>();
  const misfits: string[] = [];
  return {
    push(event: ChainEvent): AssetState {
      if (state === undefined) firstRecordedAt = event.recordedAt;
      let anomalies: readonly Anomaly[] = [];
      if (event.corrects !== undefined && state !== undefined) state = correct(state, event, event.corrects);
      else {
        const after = applyEvent(assetId, state, event, custody);
        state = after.state;
        anomalies = after.anomalies;
        if (anomalies.length > 0)
          marks.set(event.index, { anomalies, correctedBy: undefined, happenedAt: event.happenedAt });
      }
      if (history.events.length < HISTORY_MAX)
        history.events.push({ ...event, anomalies, corrected: false, managedBy: undefined });
      return state;
    },
    finish: (): ReplayedEvents | undefined =>
      state === undefined ? undefined : { state, firstRecordedAt, marks, misfits },
  };

  function correct(before: AssetState, event: ChainEvent, corrects: number): AssetState {
    try {
      // Permissions were checked when it was recorded.
      const recorder = { username: '', administrator: true };
      const request = { corrects, restates: undefined, recorder };
      const after = applyCorrection(history, before, request, event, custody);
      for (const { index, ...mark } of after.marks) marks.set(index, { ...mark, correctedBy: undefined });
      const anomalies = marks.get(corrects)?.anomalies ?? [];
      marks.set(corrects, { anomalies, correctedBy: event.index, happenedAt: after.correctedHappenedAt });
      return after.state;
    } catch (error) {
      misfits.push(`block ${event.index}: ${(error as Error).message}`);
      return before;
    }
  }
}

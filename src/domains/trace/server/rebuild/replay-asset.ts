import type { Anomaly } from '#domains/trace/contract.ts';
import { applyCorrection, type CorrectionHistory } from '../correct-event.ts';
import { HISTORY_MAX } from '../correction-targets.ts';
import type { readEvent } from '../event-content.ts';
import { type AssetState, applyEvent, type CustodyRules } from '../journey.ts';
import type { PlacedLink } from '../lineage/asset-links.ts';
import type { Link } from '../lineage/links-in.ts';

type ChainEvent = NonNullable<ReturnType<typeof readEvent>>;
export type ReplayedMark = {
  readonly anomalies: readonly Anomaly[];
  readonly correctedBy: number | undefined;
  readonly happenedAt: number;
};

/** The replay of one asset: its state after all events, and their marks. */
export type ReplayedAsset = {
  readonly state: AssetState;
  /** When its first event was recorded, in milliseconds. */
  readonly firstRecordedAt: number;
  readonly marks: ReadonlyMap<number, ReplayedMark>;
  /** The links of each block, without those of corrected events. */
  readonly links: ReadonlyMap<number, readonly PlacedLink[]>;
  /** Corrections that the rules would have refused. */
  readonly misfits: readonly string[];
};

/**
 * Replays one asset by the rules by which its events were recorded. Push its events in order, then finish.
 */
export function createAssetReplay(assetId: string, custody: CustodyRules) {
  let state: AssetState | undefined;
  let firstRecordedAt = 0;
  const history: CorrectionHistory = { events: [] };
  const marks = new Map<number, ReplayedMark>();
  const links = new Map<number, readonly PlacedLink[]>();
  const misfits: string[] = [];
  return {
    assetId,
    push(event: ChainEvent, said: readonly Link[]): void {
      if (said.length > 0)
        links.set(
          event.index,
          said.map((link) => ({ ...link, index: event.index })),
        );
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
    },
    finish: (): ReplayedAsset | undefined =>
      state === undefined ? undefined : { state, firstRecordedAt, marks, links, misfits },
  };

  function correct(before: AssetState, event: ChainEvent, corrects: number): AssetState {
    try {
      // Permissions were checked when it was recorded.
      const recorder = { username: '', administrator: true };
      const request = { corrects, restates: undefined, recorder };
      const after = applyCorrection(history, before, request, event, custody);
      for (const { index, ...mark } of after.marks) marks.set(index, { ...mark, correctedBy: undefined });
      links.delete(corrects);
      const anomalies = marks.get(corrects)?.anomalies ?? [];
      marks.set(corrects, { anomalies, correctedBy: event.index, happenedAt: after.correctedHappenedAt });
      return after.state;
    } catch (error) {
      misfits.push(`block ${event.index}: ${(error as Error).message}`);
      return before;
    }
  }
}

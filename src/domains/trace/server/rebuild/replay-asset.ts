import type { CustodyRules } from '#domains/trace/contract/journey/journey.ts';
import {
  type ChainEvent,
  createEventReplay,
  type ReplayedEvents,
} from '#domains/trace/contract/journey/replay-events.ts';
import type { PlacedLink } from '../lineage/asset-links.ts';
import type { Link } from '../lineage/links-in.ts';

/** The replay of one asset with the links of its blocks. */
export type ReplayedAsset = ReplayedEvents & {
  /** The links of each block, without those of corrected events. */
  readonly links: ReadonlyMap<number, readonly PlacedLink[]>;
};

/** Replays one asset and its links. Push its events in order, then finish. */
export function createAssetReplay(assetId: string, custody: CustodyRules) {
  const events = createEventReplay(assetId, custody);
  const links = new Map<number, readonly PlacedLink[]>();
  return {
    assetId,
    push(event: ChainEvent, said: readonly Link[]): void {
      if (said.length > 0)
        links.set(
          event.index,
          said.map((link) => ({ ...link, index: event.index })),
        );
      events.push(event);
    },
    finish(): ReplayedAsset | undefined {
      const replayed = events.finish();
      if (replayed === undefined) return undefined;
      const isCorrected = (index: number) => replayed.marks.get(index)?.correctedBy !== undefined;
      return { ...replayed, links: new Map([...links].filter(([index]) => !isCorrected(index))) };
    },
  };
}

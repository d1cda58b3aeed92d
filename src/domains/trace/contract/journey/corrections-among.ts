import { refusalOf } from './correction-rules.ts';
import { readEvent } from './event-content.ts';
import type { ChainEvent } from './replay-events.ts';

type ReadBlock = Parameters<typeof readEvent>[0];

/** Returns the events in these blocks, ascending. */
export const eventsIn = (blocks: readonly ReadBlock[]): ChainEvent[] =>
  blocks.flatMap((block) => readEvent(block) ?? []).toSorted((a, b) => a.index - b.index);

/**
 * Returns which of these blocks is corrected by which, by the index of the corrected one. Only blocks decide, because a
 * database administrator can change every index of them.
 */
export function correctionsAmong(blocks: readonly ReadBlock[]): ReadonlyMap<number, number> {
  const events = eventsIn(blocks);
  const byIndex = new Map(events.map((event) => [event.index, event]));
  const corrections = new Map<number, number>();
  for (const { index, assetId, corrects } of events) {
    const target = corrects === undefined || corrects >= index ? undefined : byIndex.get(corrects);
    if (target === undefined) continue;
    const known = { ...target, managedBy: undefined, corrected: corrections.has(target.index) };
    // The owner of the event was checked when it was recorded, and these may not be all events of the asset.
    const asset = { assetId, createdIndex: -1, eventCount: 0 };
    const request = { corrects: target.index, restates: undefined, recorder: { username: '', administrator: true } };
    if (refusalOf(known, asset, request) === undefined) corrections.set(target.index, index);
  }
  return corrections;
}

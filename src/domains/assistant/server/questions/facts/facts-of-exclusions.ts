import { concerning, none, number, rows, verdict } from '../check/fact.ts';
import type { FactOf } from '../question.ts';
import type { World } from '../world.fixture.ts';
import { type AssetFilter, assetIds, assetsOf } from './facts-of-assets.ts';
import { actionWords, type EventFilter, eventsOf } from './facts-of-events.ts';

/** The assets of a filter that have no such event. */
async function without(world: World, events: EventFilter, filter: AssetFilter) {
  const having = new Set((await eventsOf(world, events)).map(({ assetId }) => assetId));
  return (await assetsOf(world, filter)).filter(({ assetId }) => !having.has(assetId)).map(({ assetId }) => assetId);
}

/** The number of assets of a filter that have no such event. */
export const countWithout =
  (events: EventFilter, filter: AssetFilter = {}): FactOf =>
  async (world) => {
    const { length } = await without(world, events, filter);
    return concerning(
      length === 0 ? none(0) : number(length),
      [actionWords[events.action ?? ''] ?? /./],
      [filter.category ?? /./],
    );
  };

/** Exactly the assets of a filter that have no such event. */
export const listWithoutEvent =
  (events: EventFilter, filter: AssetFilter = {}): FactOf =>
  async (world) =>
    rows(await without(world, events, filter), await assetIds(world));

/** Whether there is an asset of a filter that has no such event. */
export const anyWithout =
  (events: EventFilter, filter: AssetFilter = {}): FactOf =>
  async (world) => {
    const { length } = await without(world, events, filter);
    return verdict(length > 0, [length === 0 ? none(0) : number(length)]);
  };

/** Exactly the assets of a filter that have every one of these events. */
export const listWithAll =
  (events: readonly EventFilter[], filter: AssetFilter = {}): FactOf =>
  async (world) => {
    const having = await Promise.all(
      events.map(async (one) => new Set((await eventsOf(world, one)).map(({ assetId }) => assetId))),
    );
    const ids = (await assetsOf(world, filter)).map(({ assetId }) => assetId);
    return rows(
      ids.filter((id) => having.every((some) => some.has(id))),
      await assetIds(world),
    );
  };

/** The number of assets of a filter that have such an event. */
export const countHaving =
  (events: EventFilter, filter: AssetFilter = {}): FactOf =>
  async (world) => {
    const having = new Set((await eventsOf(world, events)).map(({ assetId }) => assetId));
    return number((await assetsOf(world, filter)).filter(({ assetId }) => having.has(assetId)).length);
  };

import { readLineage } from '#domains/trace/contract.ts';
import {
  all,
  choice,
  concerning,
  day,
  either,
  type Fact,
  name,
  none,
  number,
  percent,
  rows,
  verdict,
} from '../check/fact.ts';
import type { FactOf } from '../question.ts';
import type { World } from '../world.fixture.ts';
import { type AssetFilter, assetIds, assetsOf, namesOf, withAsset } from './facts-of-assets.ts';
import { eventOf, eventsOf } from './facts-of-events.ts';

/** Either of two facts, for a question with two correct interpretations. */
export const either2 =
  (one: FactOf, other: FactOf): FactOf =>
  async (world) =>
    either([await one(world), await other(world)]);

/** The number of different values of a field. */
export const numberOfValues =
  (field: 'category' | 'batch' | 'currentLocation' | 'custodian'): FactOf =>
  async (world) =>
    concerning(number(new Set((await world.assets()).flatMap((asset) => asset[field] ?? [])).size), [
      field === 'currentLocation' ? /place|location/i : new RegExp(field.slice(0, -1), 'i'),
    ]);

const amount = async (world: World, filter: AssetFilter) => (await assetsOf(world, filter)).length;

/** Whether there are more of the first than of the second. */
export const isMore =
  (first: AssetFilter, second: AssetFilter): FactOf =>
  async (world) => {
    const [many, few] = [await amount(world, first), await amount(world, second)];
    return concerning(verdict(many > few, [number(many), number(few)]), [first.category], [second.category]);
  };
export const differenceOf =
  (first: AssetFilter, second: AssetFilter): FactOf =>
  async (world) =>
    number((await amount(world, first)) - (await amount(world, second)));

/** The share of these assets in percent, rounded in any way. */
export const shareOf =
  (filter: AssetFilter): FactOf =>
  async (world) => {
    const share = (100 * (await amount(world, filter))) / (await amount(world, {}));
    return either([Math.round(share), Math.round(share * 10) / 10, Math.round(share * 100) / 100].map(percent));
  };

const extremeAsset = (order: 1 | -1) => async (world: World) => {
  const [first] = (await world.assets()).toSorted((a, b) => order * a.createdAt.localeCompare(b.createdAt));
  return name([first?.assetId], 'reply');
};
/** The assets that were made last and first. */
export const newestAsset: FactOf = extremeAsset(-1);
export const oldestAsset: FactOf = extremeAsset(1);

/** The one of these assets that was made first. */
export const oldestOf =
  (filter: AssetFilter): FactOf =>
  async (world) => {
    const [first] = (await assetsOf(world, filter)).toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
    return name([first?.assetId], 'reply');
  };

/** Exactly the assets without such an event. */
export const listWithout =
  (action: string, filter: AssetFilter): FactOf =>
  async (world) => {
    const having = new Set((await eventsOf(world, { action })).map(({ assetId }) => assetId));
    const ids = (await assetsOf(world, filter)).map(({ assetId }) => assetId);
    return rows(
      ids.filter((id) => !having.has(id)),
      await assetIds(world),
    );
  };

const ofAsset =
  <Arguments extends readonly unknown[]>(make: (world: World, assetId: string, ...rest: Arguments) => Promise<Fact>) =>
  (assetId: string, ...rest: Arguments): FactOf =>
  async (world) =>
    withAsset(world, assetId, await make(world, assetId, ...rest));

/** Whether an asset is at a place, with its holder, or in a batch; without yes or no, where it really is. */
export const yesAt = ofAsset(async (world, id, place: string) => {
  const { currentLocation = '' } = await world.asset(id);
  return verdict(currentLocation.includes(place), [name([currentLocation, currentLocation.split(',')[0]])]);
});
export const yesHeldBy = ofAsset(async (world, id, username: string) => {
  const { custodian } = await world.asset(id);
  return verdict(custodian === username, [name(await namesOf(world, custodian))]);
});
export const yesInBatch = ofAsset(async (world, id, batch: string) => {
  const asset = await world.asset(id);
  return verdict(asset.batch === batch, [name([asset.batch])]);
});
/** Whether an event happened before a day; without yes or no, its day. */
export const yesBefore = ofAsset(async (world, id, action: string, limit: string) => {
  const { timestamp } = await eventOf(world, id, action);
  return verdict(timestamp < limit, [day(timestamp, world.today)]);
});

/** The action of the newest event of an asset. */
export const lastActionOf = ofAsset(async (world, id) => {
  const { action } = await eventOf(world, id);
  return name([action, action.replaceAll('_', ' ')]);
});
export const anomalyCount = ofAsset(async (world, id) => number((await world.asset(id)).anomalyCount));
/** Whether an asset has anomalies; without yes or no, their number or none. */
export const anomaliesOf = ofAsset(async (world, id) => {
  const { anomalyCount: found } = await world.asset(id);
  return verdict(found > 0, [found > 0 ? number(found) : none(found)]);
});

const actionsOf = (world: World, assetId: string, action: string) => eventsOf(world, { assetId, action });
/** How often something happened to an asset. */
export const timesOf = ofAsset(async (world, id, action: string) =>
  number((await actionsOf(world, id, action)).length),
);
/** That something never happened to an asset. */
export const noSuchEvent = ofAsset(async (world, id, action: string) => {
  const { length } = await actionsOf(world, id, action);
  return either([none(length), name(['not', 'never'])]);
});

const handlers = async (world: World, assetId: string) => [
  ...new Set((await eventsOf(world, { assetId })).map(({ participant }) => participant)),
];
/** The number of participants that recorded an event of an asset, and each of their names. */
export const handlersOf = ofAsset(async (world, id) => number((await handlers(world, id)).length));
export const namesHandled = ofAsset(async (world, id) => {
  const facts = await Promise.all(
    (await handlers(world, id)).map(async (one) => name(await namesOf(world, one), 'everything')),
  );
  return all(facts);
});

/** The highest or lowest value of a measurement of an asset. */
export const extremeOf = ofAsset(async (world, id, field: string, order: 'max' | 'min') => {
  const values = (await eventsOf(world, { assetId: id })).flatMap(({ meta }) =>
    typeof meta[field] === 'number' ? meta[field] : [],
  );
  return number(values.length === 0 ? undefined : Math[order](...values));
});

/** The one of two assets to which something happened earlier. */
export const earlierOf =
  (one: string, other: string, action: string): FactOf =>
  async (world) => {
    const [first, second] = [await eventOf(world, one, action), await eventOf(world, other, action)];
    const [earlier, later] = first.timestamp < second.timestamp ? [one, other] : [other, one];
    const at = [first, second].find(({ assetId }) => assetId === earlier)?.timestamp;
    return all([choice([earlier], [[later]]), day(at, world.today)]);
  };

const downstream = async (world: World, assetId: string) =>
  (await world.read(readLineage, { params: { assetId }, query: { direction: 'downstream' } })).nodes.filter(
    ({ depth }) => depth > 0,
  );
/** Whether one asset went into another. */
export const yesWentInto =
  (input: string, product: string): FactOf =>
  async (world) =>
    verdict(
      (await downstream(world, input)).some(({ assetId }) => assetId === product),
      [],
    );
/** The number of assets that were made from one. */
export const lineageCount =
  (assetId: string, _: 'downstream'): FactOf =>
  async (world) =>
    withAsset(world, assetId, number((await downstream(world, assetId)).length));

import { type Asset, readLineage, readRecall } from '#domains/trace/contract.ts';
import { about, all, choice, concerning, either, type Fact, name, none, number, rows, verdict } from '../check/fact.ts';
import type { FactOf } from '../question.ts';
import type { World } from '../world.fixture.ts';

/** Which assets a question concerns. Fields that are omitted match all. */
export type AssetFilter = {
  readonly status?: Asset['currentStatus'];
  readonly category?: string;
  readonly batch?: string;
  /** A part of the location. */
  readonly place?: string;
  /** A part of the name. */
  readonly named?: string;
  readonly custodian?: string;
  readonly addressee?: string;
  readonly where?: (asset: Asset) => boolean;
};

const contains = (text: string | undefined, part: string | undefined) =>
  part === undefined || (text ?? '').toLowerCase().includes(part.toLowerCase());
const equals = <T>(value: T, wanted: T | undefined) => wanted === undefined || value === wanted;

export async function assetsOf(world: World, filter: AssetFilter): Promise<readonly Asset[]> {
  return (await world.assets()).filter(
    (asset) =>
      equals(asset.currentStatus, filter.status) &&
      equals(asset.category, filter.category) &&
      equals(asset.batch, filter.batch) &&
      equals(asset.custodian, filter.custodian) &&
      equals(asset.addressee, filter.addressee) &&
      contains(asset.currentLocation, filter.place) &&
      contains(asset.name, filter.named) &&
      (filter.where?.(asset) ?? true),
  );
}

/** All asset ids, for telling one asset from another. */
export const assetIds = async (world: World) =>
  new Map((await world.assets()).map(({ assetId }) => [assetId, assetId]));

export const aboutAsset = async (world: World, assetId: string): Promise<Fact> =>
  about((await world.asset(assetId)).assetId, [...(await assetIds(world)).keys()]);

/** The number of assets. */
export const countOf =
  (filter: AssetFilter = {}): FactOf =>
  async (world) =>
    concerning(number((await assetsOf(world, filter)).length), ...(await subjectsOf(world, filter)));

/** The words with which an answer restates a filter. */
async function subjectsOf(world: World, { status, category, place, batch, custodian }: AssetFilter) {
  const given = [status, category, place, batch].filter((word) => word !== undefined).map((word) => [word]);
  return custodian === undefined ? given : [...given, [...(await namesOf(world, custodian)), /\byou/i]];
}

/** Exactly these assets. */
export const listOf =
  (filter: AssetFilter = {}): FactOf =>
  async (world) =>
    rows(
      (await assetsOf(world, filter)).map(({ assetId }) => assetId),
      await assetIds(world),
    );

/** That there are no such assets. */
export const noneOf =
  (filter: AssetFilter): FactOf =>
  async (world) => {
    const { length } = await assetsOf(world, filter);
    return concerning(none(length), ...(await subjectsOf(world, filter)));
  };

/** Whether there are such assets; without yes or no, their number. */
export const areThere =
  (filter: AssetFilter): FactOf =>
  async (world) => {
    const { length } = await assetsOf(world, filter);
    const shown = length > 0 ? either([number(length), await listOf(filter)(world)]) : none(length);
    return concerning(verdict(length > 0, [shown]), ...(await subjectsOf(world, filter)));
  };

/** A value of one asset. */
export const fieldOf =
  (assetId: string, field: 'currentStatus' | 'name' | 'category' | 'batch' | 'currentLocation'): FactOf =>
  async (world) => {
    const value = (await world.asset(assetId))[field];
    return withAsset(world, assetId, name([value, field === 'currentLocation' ? value?.split(',')[0] : undefined]));
  };
export const statusOf = (assetId: string) => fieldOf(assetId, 'currentStatus');
export const placeOf = (assetId: string) => fieldOf(assetId, 'currentLocation');

/** Whether the status of an asset is this one. */
export const isStatus =
  (assetId: string, status: Asset['currentStatus']): FactOf =>
  async (world) => {
    const { currentStatus } = await world.asset(assetId);
    return withAsset(world, assetId, verdict(currentStatus === status, [name([currentStatus])]));
  };

/** Who has an asset, or whom its shipment is addressed to. */
export const holderOf =
  (assetId: string, field: 'custodian' | 'addressee' = 'custodian'): FactOf =>
  async (world) =>
    withAsset(world, assetId, name(await namesOf(world, (await world.asset(assetId))[field])));

/** The names by which a participant is known: its username and its display name. */
export async function namesOf(world: World, username: string | undefined): Promise<readonly (string | undefined)[]> {
  const found = (await world.participants()).find((one) => one.username === username);
  return [username, found?.displayName];
}

/** The number of events of an asset. */
export const eventCountOf =
  (assetId: string): FactOf =>
  async (world) =>
    withAsset(world, assetId, number((await world.asset(assetId)).eventCount));

/** The number of assets of the group that is most frequent by a field, with the name of the group. Throws if several are. */
export const mostFrequent =
  (
    field: 'category' | 'currentLocation' | 'custodian' | 'batch',
    filter: AssetFilter = {},
    order: 'most' | 'least' = 'most',
  ): FactOf =>
  async (world) => {
    const counts = new Map<string, number>();
    for (const asset of await assetsOf(world, filter)) {
      const value = asset[field];
      if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    const [first, second] = [...counts].toSorted((a, b) => (order === 'most' ? b[1] - a[1] : a[1] - b[1]));
    if (first === undefined || first[1] === second?.[1]) throw new Error(`No ${field} alone is the one with ${order}`);
    const named = (value: string) => (field === 'custodian' ? namesOf(world, value) : [value, value.split(',')[0]]);
    const candidates = await Promise.all([...counts.keys()].map(named));
    return all([choice(await named(first[0]), candidates), number(first[1], 'everything')]);
  };

/** What an asset was made from, or what it went into. */
export const lineageOf =
  (assetId: string, direction: 'upstream' | 'downstream', depth = 3): FactOf =>
  async (world) => {
    const { nodes } = await world.read(readLineage, { params: { assetId }, query: { direction, depth } });
    const ids = nodes.filter((node) => node.depth > 0).map((node) => node.assetId);
    return rows(ids, await assetIds(world), assetId);
  };

/** What a recall reaches: every line, or with `total` only their number. */
export const recallOf =
  (assetId: string, scope: 'asset' | 'batch' = 'asset'): FactOf =>
  async (world) => {
    const { lines } = await world.read(readRecall, { params: { assetId }, query: { scope } });
    return rows(
      lines.map((line) => line.assetId),
      await assetIds(world),
    );
  };
export const recallTotal =
  (assetId: string, field: 'assets' | 'participants' | 'locations' = 'assets'): FactOf =>
  async (world) =>
    withAsset(world, assetId, number((await world.read(readRecall, { params: { assetId }, query: {} })).totals[field]));

/** Requires a fact and that it concerns this asset. */
export async function withAsset(world: World, assetId: string, fact: Fact): Promise<Fact> {
  const subject = await aboutAsset(world, assetId);
  return {
    text: `${fact.text} of ${assetId}`,
    isStated: (answer, part) => fact.isStated(answer, part) && subject.isStated(answer, part),
  };
}

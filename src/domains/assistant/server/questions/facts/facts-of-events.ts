import { readAsset } from '#domains/trace/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import {
  all,
  choice,
  concerning,
  day,
  duration,
  either,
  type Fact,
  name,
  none,
  number,
  rows,
  verdict,
} from '../check/fact.ts';
import type { FactOf } from '../question.ts';
import type { World, WorldEvent } from '../world.fixture.ts';
import { assetIds, namesOf, withAsset } from './facts-of-assets.ts';

/** Which events a question concerns. Days are UTC and included, by the time when an event happened unless `clock` is `recorded`. */
export type EventFilter = {
  readonly action?: string;
  readonly by?: string;
  readonly assetId?: string;
  readonly place?: string;
  readonly from?: string;
  readonly to?: string;
  readonly clock?: 'happened' | 'recorded';
  readonly where?: (event: WorldEvent) => boolean;
};

export async function eventsOf(world: World, filter: EventFilter): Promise<readonly WorldEvent[]> {
  const { action, by, assetId, place, from = '', to = '9999', clock = 'happened', where } = filter;
  return (await world.events()).filter((event) => {
    const on = (clock === 'happened' ? event.timestamp : event.recordedAt).slice(0, 10);
    return (
      (action === undefined || event.action === action) &&
      (by === undefined || event.participant === by) &&
      (assetId === undefined || event.assetId === assetId) &&
      (place === undefined || (event.location ?? '').toLowerCase().includes(place.toLowerCase())) &&
      from <= on &&
      on <= to &&
      (where?.(event) ?? true)
    );
  });
}

/** The number of events. */
export const countEvents =
  (filter: EventFilter = {}): FactOf =>
  async (world) =>
    concerning(number((await eventsOf(world, filter)).length), ...(await subjectsOf(world, filter)));

/** How answers speak of an action. */
export const actionWords: Readonly<Record<string, RegExp>> = {
  manufactured: /manufactur|made|produc|creat/i,
  shipped: /ship|sent/i,
  received: /receiv|receipt/i,
  delivered: /deliver/i,
  quality_check: /check|inspect/i,
  returned: /return/i,
};

/** The words with which an answer restates a filter. */
async function subjectsOf(world: World, { action, by, place }: EventFilter) {
  return [
    ...(action === undefined ? [] : [[actionWords[action]]]),
    ...(by === undefined ? [] : [[...(await namesOf(world, by)), /\b(?:you|they)/i]]),
    ...(place === undefined ? [] : [[place]]),
  ];
}

/** That no such event happened. */
export const noEvents =
  (filter: EventFilter): FactOf =>
  async (world) =>
    concerning(
      none((await eventsOf(world, filter)).length),
      ...(await subjectsOf(world, filter)),
      filter.from === world.today ? ['today', world.today, /Mar(?:ch)? 4|4 Mar/] : [/./],
    );

/** The number of different assets of these events. */
export const countAssetsOf =
  (filter: EventFilter): FactOf =>
  async (world) =>
    concerning(
      number(new Set((await eventsOf(world, filter)).map(({ assetId }) => assetId)).size),
      ...(await subjectsOf(world, filter)),
    );

/** The blocks of events, by their numbers as answers write them. */
const blocksIn = (events: readonly WorldEvent[]) =>
  new Map(events.map(({ blockIndex }) => [blockIndex.toLocaleString('en-US'), String(blockIndex)]));

/** Exactly these events, by their blocks. */
export const listEvents =
  (filter: EventFilter): FactOf =>
  async (world) => {
    const universe = blocksIn(await world.events());
    return rows(
      (await eventsOf(world, filter)).map(({ blockIndex }) => String(blockIndex)),
      universe,
    );
  };

/** Exactly the assets of these events. */
export const assetsWith =
  (filter: EventFilter): FactOf =>
  async (world) =>
    rows(
      (await eventsOf(world, filter)).map(({ assetId }) => assetId),
      await assetIds(world),
    );

/** The newest events by when they happened. */
export const newestEvents =
  (count: number, filter: EventFilter = {}): FactOf =>
  async (world) => {
    const newest = (await eventsOf(world, filter))
      .toSorted((a, b) => b.timestamp.localeCompare(a.timestamp))
      .slice(0, count);
    if (newest.length < count) throw new Error(`Expected ${counted(count, 'event')}, and there are ${newest.length}`);
    const universe = blocksIn(await world.events());
    return rows(
      newest.map(({ blockIndex }) => String(blockIndex)),
      universe,
    );
  };

type Which = 'first' | 'last';

/** An event of an asset, the last one unless `which` is `first`. `by` is its participant. */
export type EventReference = readonly [assetId: string, action?: string, which?: Which, by?: string];

/** Returns the first or last such event of an asset. Throws if it has none. */
export async function eventOf(
  world: World,
  assetId: string,
  action?: string,
  which: Which = 'last',
  by?: string,
): Promise<WorldEvent> {
  await world.read(readAsset, { params: { assetId }, query: {} });
  const found = await eventsOf(world, { assetId, ...(action && { action }), ...(by && { by }) });
  const event = found.at(which === 'first' ? 0 : -1);
  if (event === undefined) throw new Error(`${assetId} has no event ${action}`);
  return event;
}

const ofEvent =
  (pick: (event: WorldEvent, world: World) => Fact | Promise<Fact>) =>
  (assetId: string, action?: string, which?: Which, by?: string): FactOf =>
  async (world) =>
    withAsset(world, assetId, await pick(await eventOf(world, assetId, action, which, by), world));

/** When an event happened, who it was, where, its block, and whom it was sent to. */
export const dayOf = ofEvent(({ timestamp }, world) => day(timestamp, world.today));
export const recordedDayOf = ofEvent(({ recordedAt }, world) => day(recordedAt, world.today));
export const whoOf = ofEvent(async ({ participant }, world) => name(await namesOf(world, participant)));
export const whereOf = ofEvent(({ location }) => name([location, location?.split(',')[0]]));
export const blockOf = ofEvent(({ blockIndex }) =>
  name([String(blockIndex), blockIndex.toLocaleString('en-US')], 'reply'),
);
export const hashOfEvent = ofEvent(({ blockHash }) => name([blockHash], 'reply'));
export const sentToOf = ofEvent(async ({ meta }, world) => name(await namesOf(world, String(meta['to'] ?? ''))));

/** A value of the metadata of an event. */
export const metaOf =
  (assetId: string, field: string, action?: string, which?: Which, by?: string): FactOf =>
  async (world) => {
    const value = (await eventOf(world, assetId, action, which, by)).meta[field];
    return withAsset(world, assetId, typeof value === 'number' ? number(value) : name([String(value ?? '')]));
  };

/** The time from one event of an asset to another. */
export const timeBetween =
  (assetId: string, from: readonly [string, Which?], to: readonly [string, Which?]): FactOf =>
  async (world) => {
    const [first, last] = [await eventOf(world, assetId, ...from), await eventOf(world, assetId, ...to)];
    return withAsset(world, assetId, duration(Date.parse(last.timestamp) - Date.parse(first.timestamp)));
  };

/** Whether an asset has such an event; if it has, its day counts for yes. */
export const hasEvent =
  (assetId: string, action: string, filter: EventFilter = {}): FactOf =>
  async (world) => {
    const found = await eventsOf(world, { ...filter, assetId, action });
    const last = found.at(-1);
    return withAsset(
      world,
      assetId,
      verdict(last !== undefined, last === undefined ? [none(0)] : [day(last.timestamp, world.today)]),
    );
  };

/** All events of an asset. */
export const historyOf = (assetId: string) => listEvents({ assetId });

/** The value that most, or fewest, of these events have. Throws if several do. */
export const mostEvents =
  (
    of: 'participant' | 'location' | 'action' | 'day',
    filter: EventFilter = {},
    order: 'most' | 'fewest' = 'most',
  ): FactOf =>
  async (world) => {
    const counts = new Map<string, number>();
    for (const event of await eventsOf(world, filter)) {
      const value = of === 'day' ? event.timestamp.slice(0, 10) : event[of];
      if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    const [first, second] = [...counts].toSorted((a, b) => (order === 'most' ? b[1] - a[1] : a[1] - b[1]));
    if (first === undefined || first[1] === second?.[1]) throw new Error(`No ${of} alone is the one with ${order}`);
    const amount = number(first[1], 'everything');
    if (of === 'day') return all([day(first[0], world.today), amount]);
    const named = async (value: string) =>
      of === 'participant' ? namesOf(world, value) : [value, value.split(',')[0], value.replaceAll('_', ' ')];
    const candidates = await Promise.all([...counts.keys()].map(named));
    return all([choice(await named(first[0]), candidates), amount]);
  };

/** Whichever way "the last n days" is counted: with today, or without. */
export const lastDays =
  (count: number, of: (period: { from: string; to: string }) => FactOf): FactOf =>
  async (world) => {
    const back = (days: number) => new Date(Date.parse(world.today) - days * 86_400_000).toISOString().slice(0, 10);
    const periods = [
      { from: back(count - 1), to: world.today },
      { from: back(count), to: world.today },
      { from: back(count), to: back(1) },
    ];
    return either(await Promise.all(periods.map((period) => of(period)(world))));
  };

/** The previous week, from Monday to Sunday, or the last seven days. */
export const lastWeek =
  (of: (period: { from: string; to: string }) => FactOf): FactOf =>
  async (world) => {
    const now = Date.parse(world.today);
    const monday = now - (((new Date(now).getUTCDay() + 6) % 7) + 7) * 86_400_000;
    const text = (at: number) => new Date(at).toISOString().slice(0, 10);
    const calendar = await of({ from: text(monday), to: text(monday + 6 * 86_400_000) })(world);
    return either([calendar, await lastDays(7, of)(world)]);
  };

import { concerning, either, name, none, number, verdict } from '../check/fact.ts';
import type { FactOf } from '../question.ts';
import type { World, WorldEvent } from '../world.fixture.ts';
import { type EventFilter, eventsOf } from './facts-of-events.ts';

/** The events of a filter that state a number in a field of their metadata. */
async function readingsOf(world: World, field: string, filter: EventFilter) {
  const events = await eventsOf(world, filter);
  const readings = events.flatMap((event) => {
    const value = event.meta[field];
    return typeof value === 'number' ? [{ event, value }] : [];
  });
  if (readings.length === 0) throw new Error(`No event states ${field}`);
  return readings;
}

const attribute = (field: string) => [field.split('_')[0]];

/** The highest or lowest reading of all events of a filter, and an asset that has it. */
export const extremeReading =
  (field: string, order: 'highest' | 'lowest', filter: EventFilter = {}): FactOf =>
  async (world) => {
    const readings = await readingsOf(world, field, filter);
    const values = readings.map(({ value }) => value);
    const extreme = order === 'highest' ? Math.max(...values) : Math.min(...values);
    const having = readings.filter(({ value }) => value === extreme).map(({ event }) => event.assetId);
    return concerning(number(extreme), having, attribute(field));
  };

/** The average of the readings, rounded to hundredths. */
export const averageReading =
  (field: string, filter: EventFilter = {}): FactOf =>
  async (world) => {
    const readings = await readingsOf(world, field, filter);
    const average = readings.reduce((sum, { value }) => sum + value, 0) / readings.length;
    return concerning(number(Math.round(average * 100) / 100), attribute(field));
  };

/** How many readings fulfill a bound, or how many assets have one. */
export const readingsWith =
  (field: string, fits: (value: number) => boolean, filter: EventFilter = {}): FactOf =>
  async (world) => {
    const found = (await readingsOf(world, field, filter)).filter(({ value }) => fits(value));
    const assets = new Set(found.map(({ event }) => event.assetId)).size;
    const many = found.length === 0 ? none(0) : either([number(found.length), number(assets)]);
    return concerning(many, attribute(field));
  };

/** Whether any reading fulfills a bound. */
export const anyReading =
  (field: string, fits: (value: number) => boolean, filter: EventFilter = {}): FactOf =>
  async (world) => {
    const found = (await readingsOf(world, field, filter)).filter(({ value }) => fits(value));
    return concerning(
      verdict(found.length > 0, [found.length === 0 ? none(0) : number(found.length)]),
      attribute(field),
    );
  };

/** The end of a location behind its comma. */
const countryOf = ({ location }: Pick<WorldEvent, 'location'>) => /, ([^,]+)$/.exec(location ?? '')?.[1];

function mostOf(values: readonly (string | undefined)[]): readonly [string, number] {
  const counts = Map.groupBy(
    values.filter((value) => value !== undefined),
    (value) => value,
  );
  const [first, second] = [...counts].toSorted(([, a], [, b]) => b.length - a.length);
  if (first === undefined || first[1].length === second?.[1].length) throw new Error('No value leads');
  return [first[0], first[1].length];
}

/** The country in which most assets are. */
export const countryWithMostAssets: FactOf = async (world) => {
  const [country, assets] = mostOf(
    (await world.assets()).map((one) => countryOf({ location: one.currentLocation ?? '' })),
  );
  return concerning(name([country]), [String(assets)]);
};

/** The country in which most events of a filter happened. */
export const countryWithMostEvents =
  (filter: EventFilter = {}): FactOf =>
  async (world) => {
    const [country, events] = mostOf((await eventsOf(world, filter)).map(countryOf));
    return concerning(name([country]), [String(events)]);
  };

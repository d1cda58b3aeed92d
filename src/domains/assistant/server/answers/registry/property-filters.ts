import { type Condition, conditionsOf, type Query, valueIn } from '#domains/assistant/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import { spellingDistance } from '#platform/contract/spelling-distance.ts';
import type { ToolArguments } from '../../tools/run-tool.ts';
import { type Draft, listed, refusedBy, type Turn, total } from '../turn.ts';
import { type Choice, combined, neighborhoodsWithout, typesOf } from './property-alternatives.ts';

/** The restrictions on properties, as parameters of routes and as text. */
export type PropertyFilters = {
  /** Parameters of which each set selects other properties. Together they select all. */
  readonly queries: readonly ToolArguments[];
  /** Such as ` in Quayside on which tax is owed`. */
  readonly words: string;
  /** Such as `commercial`, to precede "properties". */
  readonly adjective: string;
  readonly note: string;
};

/** Parameters for the lower and the upper bound of each attribute, and the factor of one unit. */
const bounded: Readonly<Record<string, { readonly name: string; readonly scale: number }>> = {
  value: { name: 'assessed', scale: 100 },
  tax: { name: 'owed', scale: 100 },
  built: { name: 'built', scale: 1 },
  size: { name: 'squareFeet', scale: 1 },
};

/** Returns the filters that conditions state, or asks if one cannot be honored. A place is a neighborhood, a street, or words of an address. */
export async function propertyFilters(turn: Turn): Promise<PropertyFilters | { readonly instead: Draft }> {
  const { query } = turn;
  const stated = conditionsOf(query, 'type');
  if (stated.some(({ value }) => value === 'flat')) return { instead: noFlats };
  const excluded = query.where.find(({ kind, not }) => not === true && !EXCLUDED.has(kind));
  if (excluded !== undefined) return cannotExclude(excluded);
  const types = typesOf(stated, typeWords);
  const place = await placeOf(turn);
  if ('instead' in place) return place;
  const bounds = boundsOf(query);
  if ('instead' in bounds) return bounds;
  const owed = valueIn(query, 'owed');
  const state = valueIn(query, 'state');
  const owner = valueIn(query, 'owner');
  const filters: ToolArguments = {
    ...(state === undefined ? {} : { status: state }),
    ...(owed === undefined ? {} : { owed }),
    ...(owner === undefined ? {} : { city: owner === 'city' ? 'yes' : 'no' }),
    ...bounds.query,
  };
  const queries = combined(types.queries, place.queries);
  if ('instead' in queries) return queries;
  return {
    queries: queries.map((one) => ({ ...one, ...filters })),
    adjective: [state, types.words].filter(Boolean).join(' '),
    words: `${place.words}${owner === undefined ? '' : owner === 'city' ? ' that belong to the city' : ' without a share of the city'}${bounds.words}${owed === undefined ? '' : owed === 'yes' ? ' on which tax is owed' : ' on which no tax is owed'}`,
    note: place.note,
  };
}

const noFlats: Draft = {
  reply: 'The registry has properties by their use, and no flats of their own: ask about residential properties.',
  outcome: 'unknown',
  suggestions: ['How many residential properties are there?'],
};

export const typeWords = (type: string) => (type === 'mixed' ? 'mixed-use' : type);
/** Conditions that may exclude properties. */
const EXCLUDED: ReadonlySet<string> = new Set(['type', 'neighborhood', 'place', 'address', 'text']);

const cannotExclude = ({ value }: Condition): { readonly instead: Draft } => ({
  instead: {
    reply: `I can't leave out “${value}” from the properties. Ask for the others by name.`,
    outcome: 'clarify',
  },
});

/** The conditions that restrict properties. */
export const PROPERTY_CONDITIONS = [
  'type',
  'place',
  'neighborhood',
  'address',
  'text',
  'state',
  'owed',
  'amount',
  'owner',
] as const;

type Place = Choice & { readonly note: string };

async function placeOf(turn: Turn): Promise<Place | { instead: Draft }> {
  const places = (['place', 'neighborhood', 'address', 'text'] as const).flatMap((kind) =>
    conditionsOf(turn.query, kind),
  );
  const [place, ...others] = places;
  if (place === undefined) return { queries: [{}], words: '', note: '' };
  if (others.length > 0) return severalPlaces(turn, places);
  return findPlace(turn, place);
}

/** Several neighborhoods are alternatives, or are all excluded. */
async function severalPlaces(turn: Turn, places: readonly Condition[]): Promise<Place | { instead: Draft }> {
  const found: Place[] = [];
  for (const { not: _, ...place } of places) {
    const one = await findPlace(turn, place);
    if ('instead' in one) return one;
    found.push(one);
  }
  const names = found.flatMap(({ queries }) =>
    queries.flatMap(({ neighborhood }) => (typeof neighborhood === 'string' ? neighborhood : [])),
  );
  const excluded = places.filter(({ not }) => not === true).length;
  const isWhole = names.length === places.length && (excluded === 0 || excluded === places.length);
  if (!isWhole)
    return {
      instead: {
        reply: `I can restrict properties to one place at a time, not to ${listed(places.map(({ value }) => `“${value}”`))}.`,
        outcome: 'clarify',
      },
    };
  const note = found.map((one) => one.note).join('');
  if (excluded > 0) return { ...(await without(turn, names)), note };
  const unique = [...new Set(names)];
  return { queries: unique.map((neighborhood) => ({ neighborhood })), words: ` in ${unique.join(' or ')}`, note };
}

async function without(turn: Turn, names: readonly string[]): Promise<Choice> {
  const read = await turn.run('list_neighborhoods');
  return neighborhoodsWithout(read.ok ? read.value.neighborhoods.map(({ neighborhood }) => neighborhood) : [], names);
}

/** Finds the neighborhood or street that words name, or words of addresses. */
export async function findPlace(turn: Turn, { not, ...place }: Condition): Promise<Place | { instead: Draft }> {
  if (not === true) {
    const found = await findPlace(turn, place);
    const [name] = 'instead' in found ? [] : found.queries.map(({ neighborhood }) => neighborhood);
    if ('instead' in found) return found;
    return typeof name === 'string' ? { ...(await without(turn, [name])), note: found.note } : cannotExclude(place);
  }
  const { kind, value } = place;
  const read = await turn.run('list_neighborhoods');
  if (!read.ok) return { instead: refusedBy(read) };
  const names = read.value.neighborhoods.map(({ neighborhood }) => neighborhood);
  const exact = names.find((name) => name.toLowerCase() === value.toLowerCase());
  if (exact !== undefined) return { queries: [{ neighborhood: exact }], words: ` in ${exact}`, note: '' };
  const street = await turn.run('summarize_properties', { street: value, limit: 1 });
  if (!street.ok) return { instead: refusedBy(street) };
  if (street.value.properties > 0) {
    const name = street.value.ranked[0]?.address.replace(/^\d+[A-Za-z]? /, '') ?? value;
    return { queries: [{ street: name }], words: ` on ${name}`, note: '' };
  }
  const alike = names.filter((name) => isAlike(name, value));
  const [nearest] = alike;
  if (nearest !== undefined && alike.length === 1)
    return { queries: [{ neighborhood: nearest }], words: ` in ${nearest}`, note: ` I read “${value}” as ${nearest}.` };
  const searched = await turn.run('summarize_properties', { search: value, limit: 1 });
  if (searched.ok && searched.value.properties > 0 && kind !== 'place')
    return { queries: [{ search: value }], words: ` with “${value}” in their id, address or neighborhood`, note: '' };
  return {
    instead: {
      reply: `The registry has no neighborhood or street “${value}”. Its neighborhoods are ${listed(names.slice(0, 20))}${names.length > 20 ? ' and others' : ''}.`,
      outcome: 'unknown',
    },
  };
}

const isAlike = (name: string, written: string) => {
  const limit = written.length >= 8 ? 2 : 1;
  return written.length >= 4 && spellingDistance(name.toLowerCase(), written.toLowerCase(), limit) <= limit;
};

function boundsOf(query: Query): { query: ToolArguments; words: string } | { instead: Draft } {
  const parameters: Record<string, number> = {};
  const words: string[] = [];
  for (const { value, than, of } of conditionsOf(query, 'amount')) {
    const measure = of ?? 'value';
    const bound = bounded[measure];
    if (than === undefined || bound === undefined) {
      return {
        instead: {
          reply: `I don't know what “${value}” restricts here. Say for example “assessed above ${value}”.`,
          outcome: 'clarify',
        },
      };
    }
    const number = Math.round(Number(value) * bound.scale);
    const step = than === 'above' ? 1 : than === 'below' ? -1 : 0;
    const side = than === 'above' || than === 'at least' ? 'From' : 'To';
    parameters[`${bound.name}${side}`] = Math.max(0, number + step);
    words.push(spokenBound(measure, than, number));
  }
  return { query: parameters, words: words.length === 0 ? '' : ` ${listed(words)}` };
}

function spokenBound(measure: string, than: NonNullable<Condition['than']>, number: number): string {
  const more = than === 'above' ? 'more than' : than === 'below' ? 'less than' : than;
  if (measure === 'built')
    return `built in ${number} or ${than === 'at least' || than === 'above' ? 'later' : 'earlier'}`;
  if (measure === 'size') return `of ${more} ${total(number)} square feet`;
  return measure === 'tax'
    ? `with ${more} ${formatCents(number)} of tax owed`
    : than === 'above' || than === 'below'
      ? `assessed ${than} ${formatCents(number)}`
      : `assessed at ${formatCents(number)} or ${than === 'at least' ? 'more' : 'less'}`;
}

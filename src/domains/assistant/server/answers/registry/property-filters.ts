import { type Condition, conditionsOf, type Query, valueIn } from '#domains/assistant/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import { spellingDistance } from '#platform/contract/spelling-distance.ts';
import type { ToolArguments } from '../../tools/run-tool.ts';
import { type Draft, listed, refusedBy, type Turn, total } from '../turn.ts';

/** The restrictions on properties, as parameters of routes and as text. */
export type PropertyFilters = {
  readonly query: ToolArguments;
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
  const types = conditionsOf(query, 'type').filter(
    ({ value }, at, all) => all.findIndex((one) => one.value === value) === at,
  );
  const [type] = types;
  const excluded = query.where.find(({ not }) => not === true);
  if (excluded !== undefined || types.length > 1)
    return {
      instead: {
        reply:
          excluded === undefined
            ? `I can restrict properties to one type at a time, not to ${listed(types.map(({ value }) => value))}. Ask for the properties by type.`
            : `I can't leave out “${excluded.value}” from the properties. Ask for the others by name.`,
        outcome: 'clarify',
      },
    };
  if (type?.value === 'flat') return { instead: noFlats };
  const place = await placeOf(turn);
  if ('instead' in place) return place;
  const bounds = boundsOf(query);
  if ('instead' in bounds) return bounds;
  const owed = valueIn(query, 'owed');
  const state = valueIn(query, 'state');
  const owner = valueIn(query, 'owner');
  const filters: ToolArguments = {
    ...place.query,
    ...(type === undefined ? {} : { propertyType: type.value }),
    ...(state === undefined ? {} : { status: state }),
    ...(owed === undefined ? {} : { owed }),
    ...(owner === undefined ? {} : { city: owner === 'city' ? 'yes' : 'no' }),
    ...bounds.query,
  };
  return {
    query: filters,
    adjective: [state, type === undefined ? '' : typeWords(type.value)].filter(Boolean).join(' '),
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

type Place = { readonly query: ToolArguments; readonly words: string; readonly note: string };

async function placeOf(turn: Turn): Promise<Place | { instead: Draft }> {
  const places = (['place', 'neighborhood', 'address', 'text'] as const).flatMap((kind) =>
    conditionsOf(turn.query, kind),
  );
  const [place, ...others] = places;
  if (place === undefined) return { query: {}, words: '', note: '' };
  if (others.length > 0)
    return {
      instead: {
        reply: `I can restrict properties to one place at a time, not to ${listed(places.map(({ value }) => `“${value}”`))}.`,
        outcome: 'clarify',
      },
    };
  return findPlace(turn, place);
}

/** Finds the neighborhood or street that words name, or words of addresses. */
export async function findPlace(turn: Turn, { kind, value, not }: Condition): Promise<Place | { instead: Draft }> {
  if (not === true)
    return {
      instead: {
        reply: `I can't leave out “${value}” from the properties. Ask for the others by name.`,
        outcome: 'clarify',
      },
    };
  const read = await turn.run('list_neighborhoods');
  if (!read.ok) return { instead: refusedBy(read) };
  const names = read.value.neighborhoods.map(({ neighborhood }) => neighborhood);
  const exact = names.find((name) => name.toLowerCase() === value.toLowerCase());
  if (exact !== undefined) return { query: { neighborhood: exact }, words: ` in ${exact}`, note: '' };
  const street = await turn.run('summarize_properties', { street: value, limit: 1 });
  if (!street.ok) return { instead: refusedBy(street) };
  if (street.value.properties > 0) {
    const name = street.value.ranked[0]?.address.replace(/^\d+[A-Za-z]? /, '') ?? value;
    return { query: { street: name }, words: ` on ${name}`, note: '' };
  }
  const alike = names.filter((name) => isAlike(name, value));
  const [nearest] = alike;
  if (nearest !== undefined && alike.length === 1)
    return { query: { neighborhood: nearest }, words: ` in ${nearest}`, note: ` I read “${value}” as ${nearest}.` };
  const searched = await turn.run('summarize_properties', { search: value, limit: 1 });
  if (searched.ok && searched.value.properties > 0 && kind !== 'place')
    return { query: { search: value }, words: ` with “${value}” in their id, address or neighborhood`, note: '' };
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

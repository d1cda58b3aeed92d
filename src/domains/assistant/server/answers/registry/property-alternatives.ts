import type { Condition } from '#domains/assistant/contract.ts';
import { propertyTypes } from '#domains/registry/contract.ts';
import type { ToolArguments, ToolResult } from '../../tools/run-tool.ts';
import { type Draft, listed, type Turn } from '../turn.ts';

type Read = ToolResult<'summarize_properties'>;
export type PropertySummary = Extract<Read, { ok: true }>['value'];

/** The number of summaries that one question may read. */
const ALTERNATIVES_MAX = 12;
const RANKED_MAX = 100;

/** The allowed values of one attribute, as parameters and as text. */
export type Choice = { readonly queries: readonly ToolArguments[]; readonly words: string };

/** Returns the types that conditions allow: the named ones, or all but the excluded ones. */
export function typesOf(types: readonly Condition[], say: (type: string) => string): Choice {
  const unique = (not: boolean) => [
    ...new Set(types.filter((one) => (one.not === true) === not).map(({ value }) => value)),
  ];
  const [named, excluded] = [unique(false), unique(true)];
  const allowed = (named.length > 0 ? named : propertyTypes).filter((type) => !excluded.includes(type));
  return {
    queries: types.length === 0 ? [{}] : allowed.map((propertyType) => ({ propertyType })),
    words: [...named.map(say), ...excluded.map((type) => `non-${say(type)}`)].join(' or '),
  };
}

/** Returns the neighborhoods that remain if some are excluded. */
export const neighborhoodsWithout = (all: readonly string[], excluded: readonly string[]): Choice => ({
  queries: all.filter((one) => !excluded.includes(one)).map((neighborhood) => ({ neighborhood })),
  words: ` outside ${listed(excluded)}`,
});

/** Combines each of some parameters with each of the others. Asks if one question would need too many summaries. */
export function combined(
  one: readonly ToolArguments[],
  other: readonly ToolArguments[],
): readonly ToolArguments[] | { readonly instead: Draft } {
  const all = one.flatMap((first) => other.map((second) => ({ ...first, ...second })));
  return all.length <= ALTERNATIVES_MAX
    ? all
    : {
        instead: {
          reply: 'That leaves too many kinds of properties. Name the types or the neighborhoods.',
          outcome: 'clarify',
        },
      };
}

/** Summarizes the properties of all alternatives, which exclude each other, as if they were one. */
export async function summarize(
  turn: Turn,
  alternatives: readonly ToolArguments[],
  { rankBy = 'assessedValue', rankOrder = 'desc', ...rest }: ToolArguments,
): Promise<Read> {
  const [first = {}, ...others] = alternatives;
  const ranks = { ...rest, ...(rankBy === 'assessedValue' && rankOrder === 'desc' ? {} : { rankBy, rankOrder }) };
  let all = await turn.run('summarize_properties', { ...first, ...ranks });
  for (const one of others) {
    if (!all.ok) return all;
    const read = await turn.run('summarize_properties', { ...one, ...ranks });
    if (!read.ok) return read;
    all = { ...all, value: added(all.value, read.value, { rankBy: String(rankBy), rankOrder: String(rankOrder) }) };
  }
  return all;
}

type Sums = Pick<
  PropertySummary,
  'properties' | 'owing' | 'assessedValue' | 'taxOwed' | 'squareFootage' | 'lotSquareFeet'
>;

const sum = (one: Sums, other: Sums): Sums => ({
  properties: one.properties + other.properties,
  owing: one.owing + other.owing,
  assessedValue: one.assessedValue + other.assessedValue,
  taxOwed: one.taxOwed + other.taxOwed,
  squareFootage: one.squareFootage + other.squareFootage,
  lotSquareFeet: one.lotSquareFeet + other.lotSquareFeet,
});

function grouped<T extends Sums>(all: readonly T[], nameOf: (one: T) => string): T[] {
  const groups = new Map<string, T>();
  for (const one of all) {
    const same = groups.get(nameOf(one));
    groups.set(nameOf(one), same === undefined ? one : { ...same, ...sum(same, one) });
  }
  return [...groups.values()];
}

function added(
  one: PropertySummary,
  other: PropertySummary,
  { rankBy, rankOrder }: { readonly rankBy: string; readonly rankOrder: string },
): PropertySummary {
  const rank = (property: PropertySummary['ranked'][number]) =>
    Number({ ...property, squareFootage: property.metadata.squareFootage }[rankBy as 'assessedValue'] ?? 0);
  const sign = rankOrder === 'asc' ? -1 : 1;
  return {
    ...sum(one, other),
    neighborhoods: grouped([...one.neighborhoods, ...other.neighborhoods], ({ neighborhood }) => neighborhood),
    types: grouped([...one.types, ...other.types], ({ propertyType }) => propertyType),
    ranked: [...one.ranked, ...other.ranked].toSorted((a, b) => sign * (rank(b) - rank(a))).slice(0, RANKED_MAX),
  };
}

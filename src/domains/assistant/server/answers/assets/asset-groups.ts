import { type Condition, conditionsOf, type Query } from '#domains/assistant/contract.ts';
import type { Asset, FacetCount } from '#domains/trace/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { spokenBounds, withinBounds } from '../bounds.ts';
import { countryOf } from '../resolve-place.ts';
import { citeScreen, type Draft, listed, refusedBy, type Turn, table, total } from '../turn.ts';
import { collectAssets, filtersOf, spokenFilters } from './asset-filters.ts';
import { assetTable } from './asset-table.ts';

const ROWS = 10;

/** Participants with different roles are no alternatives. */
const sameRole = (all: readonly Condition[]) => all.length > 1 && all.every(({ as }) => as === all[0]?.as);

/** Several values of one kind are alternatives, which are counted one by one. */
export function alternativesIn(query: Query): Condition['kind'] | undefined {
  return (['status', 'category', 'batch', 'participant', 'place'] as const).find((kind) =>
    sameRole(conditionsOf(query, kind).filter(({ not }) => not !== true)),
  );
}

export async function answerAlternatives(turn: Turn, kind: Condition['kind']): Promise<Draft> {
  const { query, username } = turn;
  const counts: { value: string; count: number; assets: readonly Asset[] }[] = [];
  for (const condition of conditionsOf(query, kind).slice(0, 6)) {
    const where = [...query.where.filter((other) => other.kind !== kind), condition];
    const found = await collectAssets({ ...turn, query: { ...query, where } }, ROWS);
    if ('instead' in found) return found.instead;
    if (!found.complete)
      return {
        reply: 'There are too many assets to compare one by one. Narrow the question down.',
        outcome: 'clarify',
      };
    counts.push({ value: condition.value, count: found.total, assets: found.assets });
  }
  const words = spokenFilters({ ...query, where: query.where.filter((other) => other.kind !== kind) }, username);
  const each = listed(counts.map(({ value, count }) => `${total(count)} ${value}`));
  const sum = counts.reduce((all, { count }) => all + count, 0);
  const [most, next] = counts.toSorted((a, b) => b.count - a.count);
  const compared = query.ask === 'compare' || query.ask === 'most' || query.ask === 'whether' || query.ask === 'least';
  const verdict = most === undefined || next === undefined ? '' : spokenVerdict(kind, most, next);
  return {
    reply: compared ? `${verdict}${words}: ${each}.` : `There are ${counted(sum, 'asset')}${words}: ${each}.`,
    citations: [citeScreen('Assets', '/assets')],
    blocks: [
      {
        kind: 'bars',
        title: `Assets by ${kind}`,
        bars: counts.map(({ value, count }) => ({ label: value, value: count })),
      },
      ...(query.ask === 'list'
        ? [
            assetTable(
              'Assets',
              counts.flatMap(({ assets }) => assets),
              sum,
            ),
          ]
        : []),
    ],
  };
}

type Counted = { readonly value: string; readonly count: number };

function spokenVerdict(kind: Condition['kind'], most: Counted, next: Counted): string {
  const more = most.count - next.count;
  if (kind === 'participant')
    return more === 0
      ? `${most.value} and ${next.value} have equally many assets`
      : `${most.value} has ${counted(more, 'more asset')} than ${next.value}`;
  const [be, of] = kind === 'place' ? ['are at', 'at '] : ['are', ''];
  if (more === 0) return `As many assets ${be} ${most.value} as ${of}${next.value}`;
  return `${total(more)} more ${more === 1 ? 'asset' : 'assets'} ${more === 1 ? be.replace('are', 'is') : be} ${most.value} than ${of}${next.value}`;
}

const facetOf = { category: 'categories', status: 'statuses' } as const;

export async function answerGroups(turn: Turn): Promise<Draft> {
  const { query, username } = turn;
  // The facet of batches has only the most frequent ones.
  const by = query.by === 'category' || query.by === 'status' ? query.by : undefined;
  if (by === undefined) return answerSpread(turn);
  if (query.where.some(({ kind, not }) => kind === 'place' || kind === 'text' || kind === 'number' || not === true))
    return answerSpread(turn);
  const read = await turn.run('count_assets', filtersOf(query, username));
  if (!read.ok) return refusedBy(read);
  const facets = read.value[facetOf[by]].filter(({ count }) => count > 0);
  const words = spokenFilters(query, username);
  return sayGroups(query, by, facets, words);
}

function sayGroups(query: Query, by: string, facets: readonly FacetCount[], words: string): Draft {
  const say = ({ value, count, atLeast }: FacetCount) => `${atLeast ? 'at least ' : ''}${total(count)} ${value}`;
  const sorted = query.ask === 'least' ? facets.toReversed() : facets;
  const [first] = sorted;
  const superlative = query.ask === 'least' ? 'fewest' : 'most';
  if (first === undefined) return { reply: `There are no assets${words}.` };
  const equal = sorted.filter(({ count }) => count === first.count);
  const limit = query.limit ?? 1;
  const top =
    limit > 1
      ? `The ${superlative}${words}: ${listed(sorted.slice(0, limit).map(({ value, count }) => `${value} (${total(count)})`))}.`
      : equal.length === 1
        ? `${first.value} has the ${superlative}${words}: ${counted(first.count, 'asset')}.`
        : `${listed(equal.slice(0, 8).map(({ value }) => value))}${equal.length > 8 ? ' and others' : ''} have ${counted(first.count, 'asset')} each, the ${superlative}${words}.`;
  const ranked = query.ask === 'most' || query.ask === 'least';
  return {
    reply: ranked
      ? top
      : query.ask === 'count' && by === 'name'
        ? `There are ${counted(facets.length, 'product')}${words}, by the names of assets.`
        : `Assets by ${by}${spokenBounds(query, 'asset')}${words}: ${facets.slice(0, 20).map(say).join(', ')}.`,
    citations: [citeScreen('Assets', '/assets')],
    blocks: [
      {
        kind: 'bars',
        title: `Assets by ${by}`,
        bars: facets.slice(0, 20).map(({ value, count }) => ({ label: value, value: count })),
      },
      table(
        `Assets by ${by}`,
        [by, 'Assets'],
        facets.map(({ value, count }) => [{ text: value }, { text: String(count) }]),
      ),
    ],
  };
}

/** The values that assets are grouped by. */
export const valueBy = {
  holder: ({ custodian }: Asset) => custodian,
  place: ({ currentLocation }: Asset) => currentLocation,
  country: ({ currentLocation }: Asset) => countryOf(currentLocation),
  category: ({ category }: Asset) => category,
  batch: ({ batch }: Asset) => batch,
  status: ({ currentStatus }: Asset): string => currentStatus,
  name: ({ name }: Asset) => name,
};

/** Counts assets by place or holder, which no facet has, from all matching assets. */
export async function answerSpread(turn: Turn): Promise<Draft> {
  const { query, username } = turn;
  const by =
    query.by === 'participant' || query.ask === 'who' ? 'holder' : (GROUPS.find((one) => one === query.by) ?? 'place');
  if (query.by !== undefined && by === 'place' && query.by !== 'place')
    return {
      reply: `I can't group assets by ${query.by}. Ask by category, status, batch, place or holder.`,
      outcome: 'clarify',
    };
  const where = query.where.filter(({ kind }) => kind !== 'number');
  // Every row is needed: an empty text condition makes the collection read all pages.
  const found = await collectAssets(
    { ...turn, query: { ...query, where: [...where, { kind: 'status', value: '\u0000none', not: true }] } },
    100,
  );
  if ('instead' in found) return found.instead;
  if (!found.complete)
    return { reply: 'There are too many assets to count them that way. Narrow the question down.', outcome: 'clarify' };
  const counts = new Map<string, number>();
  const groupOf = (asset: Asset) => valueBy[by](asset) ?? 'unknown';
  const role = conditionsOf(query, 'role')[0]?.value;
  const people = role === undefined ? undefined : await turn.run('list_participants', { role, limit: 1000 });
  if (people !== undefined && !people.ok) return refusedBy(people);
  const names = people === undefined ? undefined : new Set(people.value.map(({ username }) => username));
  for (const asset of found.assets)
    if (names?.has(groupOf(asset)) !== false) counts.set(groupOf(asset), (counts.get(groupOf(asset)) ?? 0) + 1);
  const sites = by === 'country' ? (counts.get('unknown') ?? 0) : 0;
  // Goods without a batch do not form a batch, and a location without a country has none.
  if (by === 'country') counts.delete('unknown');
  if (by !== 'place' && by !== 'holder' && (query.ask === 'most' || query.ask === 'least')) counts.delete('unknown');
  const facets = [...counts]
    .map(([value, count]) => ({ value, count, atLeast: false }))
    .filter(({ count }) => withinBounds(query, count))
    .toSorted((a, b) => b.count - a.count);
  const draft = sayGroups(query, by, facets, spokenFilters({ ...query, where }, username));
  return sites === 0
    ? draft
    : {
        ...draft,
        reply: `${draft.reply} ${counted(sites, 'asset')} ${sites === 1 ? 'is' : 'are'} at locations that name no country.`,
      };
}

const GROUPS = ['category', 'status', 'batch', 'name', 'country'] as const;

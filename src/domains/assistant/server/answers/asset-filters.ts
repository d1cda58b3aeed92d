import { type Condition, conditionsOf, type Query } from '#domains/assistant/contract.ts';
import type { Asset } from '#domains/trace/contract.ts';
import type { ToolArguments } from '../tools/run-tool.ts';
import { fitting } from './event-words.ts';
import { hasWords } from './find-asset.ts';
import { type Draft, refusedBy, type Turn } from './turn.ts';

const PAGE = 100;
const PAGES_MAX = 10;

export type Collected = {
  readonly assets: readonly Asset[];
  /** Assets that match. Those beyond the pages read are not among them if `complete` is false. */
  readonly total: number;
  readonly complete: boolean;
  readonly isEstimate: boolean;
  readonly filters: ToolArguments;
};

/** Returns the filters of the list of assets that state the conditions of a query. Those of one kind hold alternately. */
export function filtersOf(query: Query, username: string | undefined): ToolArguments {
  const one = (kind: Condition['kind']) => conditionsOf(query, kind).find(({ not }) => not !== true)?.value;
  const people = query.where.filter(({ kind }) => kind === 'participant' || kind === 'mine');
  const who = (...as: readonly Condition['as'][]) => {
    const found = people.find((condition) => as.includes(condition.as));
    return found?.kind === 'mine' ? username : found?.value;
  };
  const [text] = [...conditionsOf(query, 'text'), ...conditionsOf(query, 'place')].map(({ value }) => value);
  return given({
    category: one('category'),
    status: one('status'),
    batch: one('batch'),
    custodian: who('holder', undefined, 'source'),
    addressee: who('addressee'),
    participant: who('actor', 'recorder', 'maker'),
    search: text,
  });
}

/**
 * Collects the assets that match a query: from the first page if its total is exact for the query, otherwise from all pages,
 * of which each row is compared.
 */
export async function collectAssets(turn: Turn, limit: number): Promise<Collected | { readonly instead: Draft }> {
  const { query, username } = turn;
  const filters = filtersOf(query, username);
  const compares = query.where.some(
    ({ kind, not }) => kind === 'text' || kind === 'place' || kind === 'anomalous' || not === true,
  );
  const sort = query.order === 'oldest' ? { sortOrder: 'asc' } : {};
  const assets: Asset[] = [];
  let total = 0;
  let isEstimate = false;
  for (let page = 1; page <= (compares ? PAGES_MAX : 1); page++) {
    const read = await turn.run('search_assets', {
      ...filters,
      ...sort,
      limit: compares ? PAGE : Math.max(1, Math.min(limit, PAGE)),
      ...(page === 1 ? {} : { page }),
    });
    if (!read.ok) return { instead: refusedBy(read) };
    total = read.value.pagination.total;
    isEstimate = read.value.pagination.totalIsEstimate;
    assets.push(...read.value.assets.filter((asset) => matches(asset, query)));
    if (!read.value.pagination.hasNext)
      return { assets, total: compares ? assets.length : total, complete: true, isEstimate: false, filters };
  }
  return {
    assets,
    total: compares ? assets.length : total,
    complete: !compares,
    isEstimate: compares ? false : isEstimate,
    filters,
  };
}

function matches(asset: Asset, query: Query): boolean {
  return query.where.every(({ kind, value, not }) => {
    const is = test(asset, kind, value);
    return is === undefined || is !== (not === true);
  });
}

function test(asset: Asset, kind: Condition['kind'], value: string): boolean | undefined {
  if (kind === 'text') return hasWords(`${asset.name} ${asset.assetId}`, value);
  if (kind === 'place') return asset.currentLocation !== undefined && fitting(asset.currentLocation, value);
  if (kind === 'anomalous') return asset.anomalyCount > 0;
  if (kind === 'status') return asset.currentStatus === value;
  if (kind === 'category') return asset.category === value;
  return undefined;
}

/** Says the conditions of a query about assets: `with status in transit in the category Food`. */
export function spokenFilters(query: Query, username: string | undefined): string {
  return query.where
    .map(({ kind, value, as, not }) => {
      const no = not === true ? 'not ' : '';
      switch (kind) {
        case 'status':
          return not === true ? ` without the status ${value}` : ` with status ${value}`;
        case 'category':
          return ` ${no}in the category ${value}`;
        case 'batch':
          return ` ${no}in batch ${value}`;
        case 'place':
          return ` ${no}at ${value}`;
        case 'text':
          return ` with “${value}” in the name`;
        case 'anomalous':
          return ' with an anomaly';
        case 'participant':
        case 'mine': {
          const who = kind === 'mine' ? (username ?? 'you') : value;
          return as === 'addressee'
            ? ` addressed to ${who}`
            : as === 'actor' || as === 'recorder' || as === 'maker'
              ? ` handled by ${who}`
              : ` held by ${who}`;
        }
        default:
          return '';
      }
    })
    .join('');
}

export function given<T>(fields: Record<string, T | undefined>): Record<string, T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Record<string, T>;
}

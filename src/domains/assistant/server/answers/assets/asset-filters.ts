import { type Condition, conditionsOf, NONE, type Query } from '#domains/assistant/contract.ts';
import type { Asset } from '#domains/trace/contract.ts';
import type { ToolArguments } from '../../tools/run-tool.ts';
import { spokenBounds, withinBounds } from '../bounds.ts';
import { fitting } from '../events/event-words.ts';
import { searchable } from '../searchable.ts';
import { type Draft, refusedBy, type Turn } from '../turn.ts';
import { hasWords } from './find-asset.ts';

const PAGE = 100;
const PAGES_MAX = 10;

export type Collected = {
  readonly assets: readonly Asset[];
  /** The number of matching assets. It excludes those beyond the pages read if `complete` is false. */
  readonly total: number;
  readonly complete: boolean;
  readonly isEstimate: boolean;
  readonly filters: ToolArguments;
};

/** Returns the filters of the list of assets for the conditions of a query. Conditions of one kind are alternatives. */
export function filtersOf(query: Query, username: string | undefined): ToolArguments {
  const one = (kind: Condition['kind']) =>
    conditionsOf(query, kind).find(({ not, value }) => not !== true && value !== NONE)?.value;
  const people = query.where.filter(({ kind, not }) => (kind === 'participant' || kind === 'mine') && not !== true);
  const who = (...as: readonly Condition['as'][]) => {
    const found = people.find((condition) => as.includes(condition.as));
    if (found?.value === NONE) return undefined;
    return found?.kind === 'mine' ? username : found?.value;
  };
  const [text] = [...conditionsOf(query, 'text'), ...conditionsOf(query, 'place')]
    .filter(({ not }) => not !== true)
    .map(({ value }) => value);
  return given({
    category: one('category'),
    status: one('status'),
    batch: one('batch'),
    custodian: who('holder', undefined, 'source'),
    addressee: who('addressee'),
    participant: who('actor', 'recorder', 'maker'),
    search: text === undefined || text === NONE ? undefined : searchable(text),
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
    ({ kind, not, value }) =>
      kind === 'text' ||
      kind === 'place' ||
      kind === 'anomalous' ||
      kind === 'number' ||
      not === true ||
      value === NONE,
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
    assets.push(...read.value.assets.filter((asset) => matches(asset, query, username)));
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

function matches(asset: Asset, query: Query, username: string | undefined): boolean {
  return query.where.every((condition) => {
    const is = condition.kind === 'number' ? withinBounds(query, asset.eventCount) : test(asset, condition, username);
    return is === undefined || is !== (condition.not === true);
  });
}

function test(asset: Asset, { kind, value, as }: Condition, username: string | undefined): boolean | undefined {
  const who = kind === 'mine' ? username : value;
  if (value === NONE && as === 'addressee') return asset.addressee === undefined;
  if ((kind === 'participant' || kind === 'mine') && as === 'addressee') return asset.addressee === who;
  if ((kind === 'participant' || kind === 'mine') && (as === 'holder' || as === undefined))
    return asset.custodian === who;
  if (value === NONE) return lacks(asset, kind);
  if (kind === 'text') return hasWords(`${asset.name} ${asset.assetId}`, value);
  if (kind === 'place') return asset.currentLocation !== undefined && fitting(asset.currentLocation, value);
  if (kind === 'anomalous') return asset.anomalyCount > 0;
  if (kind === 'status') return asset.currentStatus === value;
  if (kind === 'category') return asset.category === value;
  if (kind === 'batch') return asset.batch?.toUpperCase() === value.toUpperCase();
  return undefined;
}

const lacks = (asset: Asset, kind: Condition['kind']): boolean | undefined =>
  kind === 'place'
    ? asset.currentLocation === undefined
    : kind === 'batch'
      ? asset.batch === undefined
      : kind === 'participant'
        ? asset.custodian === undefined
        : kind === 'category'
          ? asset.category === undefined
          : undefined;

/** Phrases the conditions of a query about assets: `with status in transit in the category Food`. */
export function spokenFilters(query: Query, username: string | undefined): string {
  return query.where
    .map(({ kind, value, as, not }) => {
      const no = not === true ? 'not ' : '';
      if (value === NONE)
        return ` without ${as === 'addressee' ? 'an addressee' : `a ${kind === 'place' ? 'location' : kind === 'participant' ? 'holder' : kind}`}`;
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
          return ` ${not === true ? 'without' : 'with'} “${value}” in the name`;
        case 'anomalous':
          return not === true ? ' without anomalies' : ' with an anomaly';
        case 'participant':
        case 'mine': {
          const who = kind === 'mine' ? (username ?? 'you') : value;
          return as === 'addressee'
            ? ` ${no}addressed to ${who}`
            : as === 'actor' || as === 'recorder' || as === 'maker'
              ? ` handled by ${who}`
              : ` ${no}held by ${who}`;
        }
        default:
          return '';
      }
    })
    .join('')
    .concat(spokenBounds(query, 'event'));
}

export function given<T>(fields: Record<string, T | undefined>): Record<string, T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Record<string, T>;
}

import { sql } from 'kysely';
import {
  assetCategories,
  assetStatuses,
  FACET_BATCHES_MAX,
  FACET_COUNT_MAX,
  type FacetCount,
} from '#domains/trace/contract.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type AssetFilter, all, anywhere, type Condition, filtersOf, type ResolvedFilter } from './asset-conditions.ts';
import { catchUp } from './catch-up.ts';
import { findHits, type Hits, isAbsent } from './find-hits.ts';
import { resolveParticipant } from './resolve-participant.ts';
import { lowerCase } from './search-texts.ts';

export type Facets = { categories: FacetCount[]; statuses: FacetCount[]; batches: FacetCount[] };
type Facet = 'category' | 'status' | 'batch';

/** The newest assets read for each value. More would cost more than the count is worth. */
const REACH = 2000;

/**
 * Counts the assets that match all other filters by category, status and batch, with bounded work for any filter and
 * any number of assets. A few hits are counted exactly; of many, only the newest of each value are read, and a count
 * that may be larger is marked.
 */
export async function countFacets(db: Database, query: AssetFilter): Promise<Facets> {
  await catchUp(db);
  const term = lowerCase(query.search ?? '');
  if (await isAbsent(db, term)) return { categories: [], statuses: [], batches: [] };
  const { filter, complete } = await resolveParticipant(db, query);
  // Filters that are not facets apply to every count.
  const always = filtersOf({ ...filter, category: undefined, status: undefined, batch: undefined });
  const hitsOf = (conditions: Condition[]) => findHits(db, query.search ?? '', conditions, FACET_COUNT_MAX + 1);
  const hits = term === '' && always.length === 0 ? undefined : await hitsOf(always);
  const byTerm = hits && (await few(db, { ...hits, complete: hits.complete && complete }));
  const byBatch =
    byTerm === undefined && filter.batch !== undefined
      ? await few(db, await hitsOf(filtersOf({ ...filter, category: undefined, status: undefined })))
      : undefined;
  const narrow = byTerm ?? byBatch;
  const [categories, statuses, batches] = await Promise.all([
    narrow === undefined ? countCategories(db, filter, term) : tally(narrow, 'category', filter),
    narrow === undefined ? countStatuses(db, filter, term) : tally(narrow, 'status', filter),
    byTerm === undefined ? countBatches(db, filter, term) : tally(byTerm, 'batch', filter),
  ]);
  return { categories, statuses, batches: batches.slice(0, FACET_BATCHES_MAX) };
}

type Few = { readonly rows: readonly Record<Facet, string | null>[]; readonly complete: boolean };

async function few(db: Database, { assetIds, complete }: Hits): Promise<Few | undefined> {
  if (assetIds.length > FACET_COUNT_MAX) return undefined;
  const { rows } = await sql<Few['rows'][number]>`
    select category, status, batch from assets join asset_list using (asset_id) where asset_id = any(${assetIds}::text[])
  `.execute(db);
  return { rows, complete };
}

function tally({ rows, complete }: Few, facet: Facet, filter: ResolvedFilter): FacetCount[] {
  const others = (['category', 'status', 'batch'] as const).filter((one) => one !== facet && filter[one] !== undefined);
  const counts = new Map<string, number>();
  for (const row of rows) {
    const value = row[facet];
    if (value !== null && others.every((one) => row[one] === filter[one]))
      counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return mostFirst([...counts].map(([value, count]) => ({ value, count, atLeast: !complete })));
}

const mostFirst = (counts: readonly FacetCount[]) =>
  counts.toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));

const othersOf = (filter: ResolvedFilter, facet: Facet, term: string): Condition[] => [
  ...(term === '' ? [] : [anywhere(term)]),
  ...filtersOf({ ...filter, [facet]: undefined }),
];

async function countCategories(db: Database, filter: ResolvedFilter, term: string): Promise<FacetCount[]> {
  const values = [...new Set([...assetCategories, ...(filter.category === undefined ? [] : [filter.category])])];
  return mostFirst(await countValues(db, 'category', values, othersOf(filter, 'category', term)));
}

async function countStatuses(db: Database, filter: ResolvedFilter, term: string): Promise<FacetCount[]> {
  const others = othersOf(filter, 'status', term);
  const values = [...assetStatuses, 'unknown'];
  if (others.length > 0) return mostFirst(await countValues(db, 'status', values, others));
  const {
    one: _,
    assets: __,
    events: ___,
    anomalies: ____,
    ...byStatus
  } = await db.selectFrom('trace_totals').selectAll().executeTakeFirstOrThrow();
  const known = Object.entries(byStatus).filter(([, count]) => count > 0);
  return mostFirst(known.map(([name, count]) => ({ value: name.replace('_', ' '), count, atLeast: false })));
}

/** Returns the batches of the newest matching assets with their counts. */
async function countBatches(db: Database, filter: ResolvedFilter, term: string): Promise<FacetCount[]> {
  const others = othersOf(filter, 'batch', term);
  const { rows } = await sql<{ batch: string }>`
    select batch from (
      select assets.batch from ${newest(filter)} where ${all(others)} limit ${FACET_COUNT_MAX}
    ) as hits
    where batch is not null group by batch order by count(*) desc, batch limit ${FACET_BATCHES_MAX}
  `.execute(db);
  const values = rows.map((row) => row.batch);
  return values.length === 0 ? [] : mostFirst(await countValues(db, 'batch', values, others));
}

/** Returns the condition on the newest assets, for a filter whose index is sorted by age. */
function newest({ status, category }: ResolvedFilter): Condition {
  if (category === undefined && status !== undefined) return drivenBy('status', sql`${status}`);
  return drivenBy('category', category === undefined ? undefined : sql`${category}`);
}

/**
 * Joins assets with their states along the index that starts with `facet`, with one look-up each, whatever the planner
 * estimates.
 */
function drivenBy(facet: Facet, value: Condition | undefined): Condition {
  const [driver, other] = facet === 'status' ? ['asset_list', 'assets'] : ['assets', 'asset_list'];
  const where = value === undefined ? sql`` : sql`where ${sql.ref(facet)} = ${value}`;
  return sql`
    (select * from ${sql.table(driver)} ${where} order by created_at desc, asset_id desc limit ${REACH}) as ${sql.ref(driver)}
    cross join lateral (select * from ${sql.table(other)} where asset_id = ${sql.ref(`${driver}.asset_id`)} limit 1)
      as ${sql.ref(other)}
  `;
}

/** Returns the number of assets in this batch, or undefined if there are none. */
export const countBatch = async (db: Database, batch: string): Promise<FacetCount | undefined> =>
  (await countValues(db, 'batch', [batch], []))[0];

async function countValues(
  db: Database,
  facet: Facet,
  values: readonly string[],
  others: readonly Condition[],
): Promise<FacetCount[]> {
  const table = sql.table(facet === 'status' ? 'asset_list' : 'assets');
  const { rows } = await sql<{ value: string; found: number; beyond: boolean }>`
    select value,
      (select count(*)::int from (
        select 1 from ${drivenBy(facet, sql`wanted.value`)} where ${all(others)} limit ${FACET_COUNT_MAX + 1}
      ) as hits) as found,
      exists (select 1 from ${table} where ${sql.ref(facet)} = wanted.value
              order by created_at desc, asset_id desc offset ${REACH} limit 1) as beyond
    from unnest(${[...values]}::text[]) as wanted (value)
  `.execute(db);
  return rows
    .filter(({ found }) => found > 0)
    .map(({ value, found, beyond }) => ({
      value,
      count: Math.min(found, FACET_COUNT_MAX),
      atLeast: beyond || found > FACET_COUNT_MAX,
    }));
}

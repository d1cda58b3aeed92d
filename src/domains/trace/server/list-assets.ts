import { type RawBuilder, sql } from 'kysely';
import type { Asset, sortableAssetFields } from '#domains/trace/contract.ts';
import { AppError, validationFailed } from '#platform/contract/errors.ts';
import { type Pagination, paginate } from '#platform/contract/pagination.ts';
import type { Database } from '#platform/server/database/database.ts';
import { toAsset } from './assets.ts';

export type AssetQuery = {
  readonly search?: string | undefined;
  readonly category?: string | undefined;
  readonly status?: string | undefined;
  readonly batch?: string | undefined;
  readonly sortBy: (typeof sortableAssetFields)[number];
  readonly sortOrder: 'asc' | 'desc';
  readonly page: number;
  readonly limit: number;
};

/** Totals beyond this are estimated: counting millions of hits would cost more than they tell. */
const EXACT_MAX = 1000;
const OFFSET_MAX = 20_000;

const sortColumns = {
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  name: 'name',
  currentStatus: 'status',
} as const;

/**
 * Finds assets by any part of their name, id or location, and by filters; one page, and how many there are. Fast for rare,
 * common, absent and one-letter terms alike, because it first looks how many there are and then takes the road that suits:
 * few hits are fetched and sorted, many are met soon enough when walking the sorted index.
 */
export async function listAssets(
  db: Database,
  query: AssetQuery,
): Promise<{ assets: Asset[]; pagination: Pagination }> {
  const offset = (query.page - 1) * query.limit;
  if (offset > OFFSET_MAX)
    throw new AppError(
      validationFailed,
      `Pages reach ${OFFSET_MAX.toLocaleString('en-US')} assets deep. Narrow the search to see others.`,
      {
        errors: [
          { in: 'query', pointer: '/page', message: `must be at most ${Math.floor(OFFSET_MAX / query.limit) + 1}` },
        ],
      },
    );
  const term = query.search?.toLowerCase() ?? '';
  if (await isAbsent(db, term)) return { assets: [], pagination: paginate({ total: 0, ...query }) };

  const conditions = conditionsOf(query, term);
  const exact = await knownTotal(db, query);
  if (conditions.length === 0 || (term === '' && exact !== undefined))
    return walk(db, query, conditions, offset, { total: exact ?? 0, totalIsEstimate: false });
  const { rows: hits } = await sql<{ asset_id: string }>`
    select asset_id from assets where ${all(conditions)} limit ${EXACT_MAX + 1}
  `.execute(db);
  if (hits.length <= EXACT_MAX)
    return fetch(
      db,
      query,
      hits.map((hit) => hit.asset_id),
      offset,
    );
  return walk(db, query, conditions, offset, { total: await estimate(db, conditions), totalIsEstimate: true });
}

/** A term of one or two letters that occurs in no asset is known to be absent: no trigram could tell, only a full scan. */
async function isAbsent(db: Database, term: string): Promise<boolean> {
  if (term === '' || [...term].length > 2) return false;
  return (await db.selectFrom('asset_grams').select('gram').where('gram', '=', term).executeTakeFirst()) === undefined;
}

function conditionsOf(query: AssetQuery, term: string): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  if (term !== '')
    conditions.push(
      sql`lower(asset_id || E'\n' || name || E'\n' || coalesce(location, '')) like ${`%${term.replaceAll(/[\\%_]/g, '\\$&')}%`}`,
    );
  if (query.category !== undefined) conditions.push(sql`category = ${query.category}`);
  if (query.status !== undefined) conditions.push(sql`status = ${query.status}`);
  if (query.batch !== undefined) conditions.push(sql`batch = ${query.batch}`);
  return conditions;
}

const all = (conditions: readonly RawBuilder<unknown>[]) =>
  conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` and `);

/** The number of assets in all, or of one status, stands in a maintained row. */
async function knownTotal(db: Database, query: AssetQuery): Promise<number | undefined> {
  if (query.search !== undefined && query.search !== '') return undefined;
  if (query.category !== undefined || query.batch !== undefined) return undefined;
  const totals = await db.selectFrom('trace_totals').selectAll().executeTakeFirstOrThrow();
  if (query.status === undefined) return totals.assets;
  return totals[query.status.replace(' ', '_') as 'manufactured' | 'shipped' | 'delivered' | 'in_transit' | 'unknown'];
}

async function fetch(db: Database, query: AssetQuery, assetIds: readonly string[], offset: number) {
  const { rows } = await sql<Parameters<typeof toAsset>[0]>`
    select * from assets where asset_id = any(${assetIds}::text[])
    order by ${ordering(query)} limit ${query.limit} offset ${offset}
  `.execute(db);
  return { assets: rows.map(toAsset), pagination: paginate({ total: assetIds.length, ...query }) };
}

/**
 * Walks the index of the sort order. The planner, left alone, takes a common word for a rare one and sorts all its hits:
 * seconds in place of milliseconds on ten million assets.
 */
async function walk(
  db: Database,
  query: AssetQuery,
  conditions: readonly RawBuilder<unknown>[],
  offset: number,
  count: { total: number; totalIsEstimate: boolean },
) {
  const rows = await db.transaction().execute(async (tx) => {
    await sql`select set_config('enable_bitmapscan', 'off', true), set_config('enable_sort', 'off', true)`.execute(tx);
    const result = await sql<Parameters<typeof toAsset>[0]>`
      select * from assets where ${all(conditions)}
      order by ${ordering(query)} limit ${query.limit} offset ${offset}
    `.execute(tx);
    return result.rows;
  });
  return { assets: rows.map(toAsset), pagination: paginate({ ...count, page: query.page, limit: query.limit }) };
}

const ordering = (query: AssetQuery) => {
  const direction = sql.raw(query.sortOrder);
  const column = sql.ref(sortColumns[query.sortBy]);
  return query.sortBy === 'currentStatus'
    ? sql`status ${direction}, created_at ${direction}, asset_id ${direction}`
    : sql`${column} ${direction}, asset_id ${direction}`;
};

async function estimate(db: Database, conditions: readonly RawBuilder<unknown>[]): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select 1 from assets where ${all(conditions)}
  `.execute(db);
  return Math.max(EXACT_MAX + 1, rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0);
}

import { sql } from 'kysely';
import type { Asset, sortableAssetFields } from '#domains/trace/contract.ts';
import { AppError, validationFailed } from '#platform/contract/errors.ts';
import { type Pagination, paginate } from '#platform/contract/pagination.ts';
import { present } from '#platform/contract/present.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type AssetFilter, all, anywhere, type Condition, filtersOf } from './asset-conditions.ts';
import { assetWithState, readShown } from './assets.ts';
import { catchUp } from './catch-up.ts';
import { findHits, isAbsent } from './find-hits.ts';
import { resolveParticipant } from './resolve-participant.ts';
import { lowerCase } from './search-texts.ts';

export type AssetQuery = AssetFilter & {
  readonly sortBy: (typeof sortableAssetFields)[number];
  readonly sortOrder: 'asc' | 'desc';
  readonly page: number;
  readonly limit: number;
};

/** Larger totals are estimated: counting millions of hits would cost more than it is worth. */
const EXACT_MAX = 1000;
const OFFSET_MAX = 20_000;

/**
 * Finds assets by any part of their name, id or location, and by filters, and returns one page with the total. Fast
 * for rare, common, absent and one-letter terms, because it first estimates the hits and then chooses the query plan:
 * a few hits are fetched and sorted, many are found early in the sorted index.
 */
export async function listAssets(
  db: Database,
  query: AssetQuery,
): Promise<{ assets: Asset[]; pagination: Pagination }> {
  await catchUp(db);
  const offset = (query.page - 1) * query.limit;
  if (offset > OFFSET_MAX)
    throw new AppError(
      validationFailed,
      `Paging is limited to the first ${OFFSET_MAX.toLocaleString('en-US')} assets. Narrow the search to see others.`,
      {
        errors: [
          {
            in: 'query',
            pointer: '/page',
            message: `page must be at most ${Math.floor(OFFSET_MAX / query.limit) + 1}`,
          },
        ],
      },
    );
  const term = lowerCase(query.search ?? '');
  if (await isAbsent(db, term)) return { assets: [], pagination: paginate({ total: 0, ...query }) };

  if (term === '') {
    const total = await knownTotal(db, query);
    if (total !== undefined)
      return walk(db, query, filtersOf({ status: query.status }), offset, { total, totalIsEstimate: false });
  }
  const resolved = await resolveParticipant(db, query);
  const filters = filtersOf(resolved.filter);
  const { assetIds, complete } = await findHits(db, query.search ?? '', filters, EXACT_MAX + 1);
  if (assetIds.length <= EXACT_MAX) return fetch(db, query, assetIds, offset, !(complete && resolved.complete));
  const conditions = term === '' ? filters : [anywhere(term), ...filters];
  return walk(db, query, conditions, offset, { total: await estimate(db, conditions), totalIsEstimate: true });
}

/** Returns the total of all assets, or of one status, from a maintained row. */
async function knownTotal(db: Database, query: AssetQuery): Promise<number | undefined> {
  const { search, category, batch, custodian, participant, addressee, open } = query;
  if (search || open || [category, batch, custodian, participant, addressee].some((one) => one !== undefined))
    return undefined;
  const totals = await db.selectFrom('trace_totals').selectAll().executeTakeFirstOrThrow();
  if (query.status === undefined) return totals.assets;
  return totals[query.status.replace(' ', '_') as 'manufactured' | 'shipped' | 'delivered' | 'in_transit' | 'unknown'];
}

async function fetch(
  db: Database,
  query: AssetQuery,
  assetIds: readonly string[],
  offset: number,
  totalIsEstimate: boolean,
) {
  const assets = await readShown(
    db,
    sql`
      select ${assetWithState('asset_list')} from assets join asset_list using (asset_id) where asset_id = any(${assetIds}::text[])
      order by ${ordering(query)} limit ${query.limit} offset ${offset}
    `,
  );
  return { assets, pagination: paginate({ total: assetIds.length, totalIsEstimate, ...query }) };
}

/**
 * Walks the index of the sort order. By default, the planner mistakes a common word for a rare one and sorts all its
 * hits: seconds instead of milliseconds on ten million assets.
 */
async function walk(
  db: Database,
  query: AssetQuery,
  conditions: readonly Condition[],
  offset: number,
  count: { total: number; totalIsEstimate: boolean },
) {
  const assets = await db.transaction().execute(async (tx) => {
    await sql`select set_config('enable_bitmapscan', 'off', true), set_config('enable_sort', 'off', true),
      set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`.execute(tx);
    return readShown(
      tx,
      sql`
        select ${assetWithState('asset_list')} from assets join asset_list using (asset_id) where ${all(conditions)}
        order by ${ordering(query)} limit ${query.limit} offset ${offset}
      `,
    );
  });
  return { assets, pagination: paginate({ ...count, page: query.page, limit: query.limit }) };
}

/** Each order matches an index, so that walking it needs no sort. */
const ordering = ({ sortBy, sortOrder }: AssetQuery) => {
  const columns = {
    createdAt: ['assets.created_at', 'assets.asset_id'],
    updatedAt: ['asset_list.updated_at', 'asset_list.asset_id'],
    name: ['assets.name', 'assets.asset_id'],
    currentStatus: ['asset_list.status', 'asset_list.created_at', 'asset_list.asset_id'],
  }[sortBy];
  return sql.join(columns.map((column) => sql`${sql.ref(column)} ${sql.raw(sortOrder)}`));
};

async function estimate(db: Database, conditions: readonly Condition[]): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select 1 from assets join asset_list using (asset_id) where ${all(conditions)}
  `.execute(db);
  return Math.max(EXACT_MAX + 1, present(rows[0], 'EXPLAIN returns a plan')['QUERY PLAN'][0].Plan['Plan Rows']);
}

import { type RawBuilder, sql } from 'kysely';
import type { Property, PropertyStatus, PropertyType, sortableFields } from '#domains/registry/contract.ts';
import { AppError, validationFailed } from '#platform/contract/errors.ts';
import { formatCents } from '#platform/contract/money.ts';
import { type Pagination, paginate } from '#platform/contract/pagination.ts';
import { present } from '#platform/contract/present.ts';
import type { Database } from '#platform/server/database/database.ts';
import { queryOf } from './search-words.ts';

export type PropertyQuery = {
  readonly search?: string | undefined;
  readonly neighborhood?: string | undefined;
  readonly propertyType?: PropertyType | undefined;
  readonly status?: PropertyStatus | 'all' | undefined;
  readonly owed?: 'yes' | 'no' | undefined;
  readonly sortBy: (typeof sortableFields)[number];
  readonly sortOrder: 'asc' | 'desc';
  readonly page: number;
  readonly limit: number;
};

export type PropertyRow = {
  property_id: string;
  address: string;
  neighborhood: string;
  property_type: PropertyType;
  square_footage: number;
  status: PropertyStatus;
  assessed_cents: number;
  owed_cents: number;
};

export const shownColumns = sql`property_id, address, neighborhood, property_type, square_footage, status, assessed_cents, owed_cents`;

/** The largest exact total. Larger totals are estimated. */
const EXACT_MAX = 1000;
const OFFSET_MAX = 20_000;

/** Returns a property as the API shows it. */
export const toProperty = (row: PropertyRow): Property => ({
  id: row.property_id,
  propertyId: row.property_id,
  address: row.address,
  status: row.status,
  assessedValue: row.assessed_cents,
  assessedValueFormatted: formatCents(row.assessed_cents),
  taxOwed: row.owed_cents,
  taxOwedFormatted: formatCents(row.owed_cents),
  metadata: {
    neighborhood: row.neighborhood,
    squareFootage: row.square_footage,
    propertyType: row.property_type,
  },
});

/**
 * Finds parcels by words and filters, and returns one page with the total. Up to 1,000 hits are fetched and sorted; more
 * are found while walking the index of the sort order, and their total is an estimate.
 */
export async function listProperties(
  db: Database,
  query: PropertyQuery,
): Promise<{ properties: Property[]; pagination: Pagination }> {
  const offset = (query.page - 1) * query.limit;
  if (offset > OFFSET_MAX) throw pageTooFar(query.limit);
  const conditions = conditionsOf(query);
  const where = conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
  const { rows: hits } = await sql<{ property_id: string }>`
    select property_id from parcels where ${where} limit ${EXACT_MAX + 1}
  `.execute(db);
  const isFew = hits.length <= EXACT_MAX;
  const { rows } = await sql<PropertyRow>`
    select ${shownColumns} from parcels
    where ${isFew ? sql`property_id = any(${hits.map((hit) => hit.property_id)}::text[])` : where}
    order by ${ordering(query)} limit ${query.limit} offset ${offset}
  `.execute(db);
  const count = isFew
    ? { total: hits.length, totalIsEstimate: false }
    : { total: await estimate(db, where), totalIsEstimate: true };
  return {
    properties: rows.map(toProperty),
    pagination: paginate({ ...count, page: query.page, limit: query.limit }),
  };
}

/** Returns the conditions of a search, to be combined with `and`. */
export function conditionsOf({
  search,
  neighborhood,
  propertyType,
  status,
  owed,
}: Omit<PropertyQuery, 'sortBy' | 'sortOrder' | 'page' | 'limit'>): RawBuilder<unknown>[] {
  const words = queryOf(search ?? '');
  return [
    ...(words === undefined ? [] : [sql`words @@ ${words}::tsquery`]),
    ...(search && words === undefined ? [sql`false`] : []),
    ...(neighborhood === undefined ? [] : [sql`neighborhood = ${neighborhood}`]),
    ...(propertyType === undefined ? [] : [sql`property_type = ${propertyType}`]),
    ...(status === undefined || status === 'all' ? [] : [sql`status = ${status}`]),
    ...(owed === undefined ? [] : [owed === 'yes' ? sql`owed_cents > 0` : sql`owed_cents = 0`]),
  ];
}

/** Returns the order of a list. Each order matches an index. */
function ordering({ sortBy, sortOrder }: PropertyQuery): RawBuilder<unknown> {
  const columns = {
    address: ['address', 'property_id'],
    assessedValue: ['assessed_cents', 'property_id'],
    taxOwed: ['owed_cents', 'property_id'],
    propertyId: ['property_id'],
  }[sortBy];
  return sql.join(columns.map((column) => sql`${sql.ref(column)} ${sql.raw(sortOrder)}`));
}

async function estimate(db: Database, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select 1 from parcels where ${where}
  `.execute(db);
  return Math.max(EXACT_MAX + 1, present(rows[0], 'EXPLAIN returns a plan')['QUERY PLAN'][0].Plan['Plan Rows']);
}

function pageTooFar(limit: number): AppError {
  const last = Math.floor(OFFSET_MAX / limit) + 1;
  return new AppError(validationFailed, `Paging is limited to the first 20,000 properties. Narrow the search.`, {
    errors: [{ in: 'query', pointer: '/page', message: `page must be at most ${last}` }],
  });
}

/** Reads these parcels, by address. */
export async function findProperties(db: Database, propertyIds: readonly string[]) {
  const { rows } = await sql<PropertyRow & { lot_square_feet: number; year_built: number | null }>`
    select ${shownColumns}, lot_square_feet, year_built from parcels
    where property_id = any(${[...propertyIds]}::text[]) order by address, property_id
  `.execute(db);
  return rows;
}

/** Finds the same parcels as a search of `listProperties`, at most `max`. */
export async function findPropertyIds(db: Database, search: string, max: number): Promise<string[]> {
  const words = queryOf(search);
  if (words === undefined) return [];
  const { rows } = await sql<{ property_id: string }>`
    select property_id from parcels where words @@ ${words}::tsquery limit ${max}
  `.execute(db);
  return rows.map((row) => row.property_id);
}

/** Returns the neighborhoods of active parcels with their number of parcels, at most 500. */
export async function listNeighborhoods(db: Database): Promise<{ neighborhood: string; properties: number }[]> {
  const { rows } = await sql<{ neighborhood: string; properties: number }>`
    select neighborhood, count(*) as properties from parcels where status = 'active'
    group by neighborhood order by neighborhood limit 500
  `.execute(db);
  return rows;
}

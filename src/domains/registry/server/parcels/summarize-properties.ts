import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type {
  PropertySums,
  PropertyType,
  rankedFields,
  summarizeProperties as route,
} from '#domains/registry/contract.ts';
import type { ResponseIn } from '#platform/contract/route.ts';
import type { Database } from '#platform/server/database/database.ts';
import { conditionsOf, type PropertyRow, shownColumns, toProperty } from './list-properties.ts';
import { splitWords } from './search-words.ts';

type Filter = z.output<NonNullable<(typeof route)['query']>>;
type SumsRow = PropertySums & {
  readonly neighborhood: string | null;
  readonly property_type: PropertyType | null;
  readonly by_neighborhood: number;
  readonly by_type: number;
};

const NEIGHBORHOODS_MAX = 500;
const columns: Readonly<Record<(typeof rankedFields)[number], string>> = {
  assessedValue: 'assessed_cents',
  taxOwed: 'owed_cents',
  squareFootage: 'square_footage',
  lotSquareFeet: 'lot_square_feet',
  yearBuilt: 'year_built',
};

/** Sums every matching parcel exactly, in total and by neighborhood and type, in one query. */
export async function summarizeProperties(db: Database, filter: Filter): Promise<ResponseIn<typeof route>> {
  const where = sql.join([...conditionsOf(filter), ...boundsOf(filter)], sql` and `);
  const ranking = sql.ref(columns[filter.rankBy]);
  const [{ rows: sums }, { rows: ranked }] = await Promise.all([
    sql<SumsRow>`
      select neighborhood, property_type, grouping(neighborhood)::int as by_neighborhood, grouping(property_type)::int as by_type,
        count(*) as properties, count(*) filter (where owed_cents > 0) as owing,
        coalesce(sum(assessed_cents), 0)::bigint as "assessedValue", coalesce(sum(owed_cents), 0)::bigint as "taxOwed",
        coalesce(sum(square_footage), 0)::bigint as "squareFootage", coalesce(sum(lot_square_feet), 0)::bigint as "lotSquareFeet"
      from parcels where ${where}
      group by grouping sets ((), (neighborhood), (property_type))
      order by neighborhood, property_type
    `.execute(db),
    sql<PropertyRow & { lot_square_feet: number; year_built: number | null }>`
      select ${shownColumns}, lot_square_feet, year_built from parcels
      where ${where} and ${ranking} is not null
      order by ${ranking} ${sql.raw(filter.rankOrder)}, property_id limit ${filter.limit}
    `.execute(db),
  ]);
  const [all] = sums.filter((row) => row.by_neighborhood === 1 && row.by_type === 1).map(sumsOf);
  if (all === undefined) throw new Error('An aggregate returns a row for all');
  return {
    ...all,
    neighborhoods: sums
      .filter((row) => row.by_neighborhood === 0)
      .slice(0, NEIGHBORHOODS_MAX)
      .map((row) => ({ neighborhood: row.neighborhood as string, ...sumsOf(row) })),
    types: sums
      .filter((row) => row.by_type === 0)
      .map((row) => ({ propertyType: row.property_type as PropertyType, ...sumsOf(row) })),
    ranked: ranked.map((row) => ({
      ...toProperty(row),
      lotSquareFeet: row.lot_square_feet,
      yearBuilt: row.year_built,
    })),
  };
}

const sumsOf = ({
  properties,
  owing,
  assessedValue,
  taxOwed,
  squareFootage,
  lotSquareFeet,
}: SumsRow): PropertySums => ({
  properties,
  owing,
  assessedValue,
  taxOwed,
  squareFootage,
  lotSquareFeet,
});

function boundsOf(filter: Filter): RawBuilder<unknown>[] {
  const { city, street } = filter;
  const bound = (column: string, from: number | undefined, to: number | undefined) => [
    ...(from === undefined ? [] : [sql`${sql.ref(column)} >= ${from}`]),
    ...(to === undefined ? [] : [sql`${sql.ref(column)} <= ${to}`]),
  ];
  return [
    sql`true`,
    ...(city === undefined ? [] : [sql`city_owned = ${city === 'yes'}`]),
    ...(street === undefined ? [] : onStreet(street)),
    ...bound('assessed_cents', filter.assessedFrom, filter.assessedTo),
    ...bound('owed_cents', filter.owedFrom, filter.owedTo),
    ...bound('year_built', filter.builtFrom, filter.builtTo),
    ...bound('square_footage', filter.squareFeetFrom, filter.squareFeetTo),
  ];
}

/** Returns the conditions for a street. The words find candidates by their index; the address after its house number must be the street. */
function onStreet(street: string): RawBuilder<unknown>[] {
  const words = splitWords(street);
  if (words.length === 0) return [sql`false`];
  const query = words.map((word) => `'${word}'`).join(' & ');
  return [
    sql`words @@ ${query}::tsquery`,
    sql`lower(regexp_replace(address, '^[0-9]+[A-Za-z]?[ ,]+', '')) = ${street.toLowerCase()}`,
  ];
}

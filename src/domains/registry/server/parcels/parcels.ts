import { sql } from 'kysely';
import { CITY } from '#domains/registry/contract/title/city.ts';
import type { Geometry, PropertyStatus, PropertyType } from '#domains/registry/contract.ts';
import { int4Array, int8Array, textArray } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type WriteStatement, write } from '#platform/server/database/one-statement.ts';
import { NOTHING_PASSED_ON, type ParcelState } from '../registry-state.ts';
import { readRights } from '../rights/rights.ts';
import { damageOf } from '../taxes/bill-damage.ts';
import { readStoredBills } from '../taxes/bills.ts';
import { type Bounds, boundsOf } from './bounds.ts';
import { wordsOf } from './search-words.ts';

type ParcelRow = {
  heir: string | null;
  property_id: string;
  address: string;
  neighborhood: string;
  property_type: PropertyType;
  square_footage: number;
  lot_square_feet: number;
  year_built: number | null;
  geometry_sha256: Buffer | null;
  status: PropertyStatus;
  shares: number;
  assessed_cents: number;
  assessed_year: number | null;
  owed_cents: number;
  credit_cents: number;
  passed_on: Readonly<Record<string, number>>;
  registered_index: number;
  title_index: number;
};

/** Reads parcels with their rights and bills, for the rules. */
export async function readParcelStates(db: Database, propertyIds: readonly string[]): Promise<ParcelState[]> {
  if (propertyIds.length === 0) return [];
  const [{ rows }, rights, bills] = await Promise.all([
    sql<ParcelRow>`
      select property_id, address, neighborhood, property_type, square_footage, lot_square_feet, year_built, geometry_sha256,
        status, shares, assessed_cents, assessed_year, owed_cents, credit_cents, passed_on, registered_index, title_index,
        case when status = 'retired' then (
          select coalesce(data::jsonb->'into'->0->>'property_id', data::jsonb->>'property_id') from ledger_blocks
          where index = title_index and domain <> 'trace'
        ) end as heir
      from parcels where property_id = any(${textArray(propertyIds)}::text[])
    `.execute(db),
    readRights(db, propertyIds),
    readStoredBills(db, propertyIds),
  ]);
  const billsOf = (id: string) => bills.get(id) ?? [];
  return rows.map((row) => ({
    facts: {
      propertyId: row.property_id,
      address: row.address,
      neighborhood: row.neighborhood,
      propertyType: row.property_type,
      squareFootage: row.square_footage,
      lotSquareFeet: row.lot_square_feet,
      yearBuilt: row.year_built,
      geometrySha256: row.geometry_sha256?.toString('hex') ?? null,
    },
    status: row.status,
    ...(row.heir === null ? {} : { heir: row.heir }),
    shares: row.shares,
    rights: rights.get(row.property_id) ?? new Map(),
    assessedCents: row.assessed_cents,
    assessedYear: row.assessed_year,
    owedCents: row.owed_cents,
    creditCents: row.credit_cents,
    passedOn: passedOnOf(row.passed_on),
    bills: billsOf(row.property_id).map(({ bill }) => bill),
    damage: damageOf(row.owed_cents, billsOf(row.property_id)),
    registeredIndex: row.registered_index,
    titleIndex: row.title_index,
  }));
}

function passedOnOf(stored: ParcelRow['passed_on']): ParcelState['passedOn'] {
  const entries = Object.entries(stored);
  return entries.length === 0 ? NOTHING_PASSED_ON : new Map(entries);
}

/** Reads the credit that parcels passed on to others. */
export async function readPassedOn(
  db: Database,
  propertyIds: readonly string[],
): Promise<Map<string, ParcelState['passedOn']>> {
  const { rows } = await sql<Pick<ParcelRow, 'property_id' | 'passed_on'>>`
    select property_id, passed_on from parcels where property_id = any(${textArray(propertyIds)}::text[])
  `.execute(db);
  return new Map(rows.map((row) => [row.property_id, passedOnOf(row.passed_on)]));
}

/** Returns the ids that belong to a parcel. */
export async function findKnownParcels(db: Database, propertyIds: readonly string[]): Promise<Set<string>> {
  if (propertyIds.length === 0) return new Set();
  const { rows } = await sql<{ property_id: string }>`
    select property_id from parcels where property_id = any(${textArray(propertyIds)}::text[])
  `.execute(db);
  return new Set(rows.map((row) => row.property_id));
}

/** Returns the bounds of all active parcels but these, in units of 1e-7 degree; undefined without any geometry. */
export async function readExtent(db: Database, except: readonly string[]): Promise<Bounds | undefined> {
  const { rows } = await sql<Record<keyof Bounds, number | null>>`
    select min(west) as west, min(south) as south, max(east) as east, max(north) as north from parcels
    where status = 'active' and geometry is not null and property_id <> all(${textArray(except)}::text[])
  `.execute(db);
  const [bounds] = rows;
  return bounds === undefined || bounds.west === null ? undefined : (bounds as Bounds);
}

/** Returns the columns of parcels as arrays. A geometry is present only where a batch writes it. */
function columnsOf(parcels: readonly ParcelState[], geometries: ReadonlyMap<string, Geometry>) {
  const shapes = parcels.map(({ facts }) => geometries.get(facts.propertyId));
  const bounds = shapes.map((shape) => (shape === undefined ? undefined : boundsOf(shape)));
  return {
    id: textArray(parcels.map(({ facts }) => facts.propertyId)),
    address: textArray(parcels.map(({ facts }) => facts.address)),
    neighborhood: textArray(parcels.map(({ facts }) => facts.neighborhood)),
    type: textArray(parcels.map(({ facts }) => facts.propertyType)),
    building: int4Array(parcels.map(({ facts }) => facts.squareFootage)),
    lot: int4Array(parcels.map(({ facts }) => facts.lotSquareFeet)),
    built: int4Array(parcels.map(({ facts }) => facts.yearBuilt)),
    words: textArray(parcels.map(({ facts }) => wordsOf(facts).join(' '))),
    status: textArray(parcels.map(({ status }) => status)),
    shares: int8Array(parcels.map(({ shares }) => shares)),
    city: int4Array(parcels.map(({ rights }) => Number(rights.has(CITY)))),
    assessed: int8Array(parcels.map(({ assessedCents }) => assessedCents)),
    year: int4Array(parcels.map(({ assessedYear }) => assessedYear)),
    owed: int8Array(parcels.map(({ owedCents }) => owedCents)),
    credit: int8Array(parcels.map(({ creditCents }) => creditCents)),
    passed: textArray(parcels.map(({ passedOn }) => JSON.stringify(Object.fromEntries(passedOn)))),
    registered: int8Array(parcels.map(({ registeredIndex }) => registeredIndex)),
    title: int8Array(parcels.map(({ titleIndex }) => titleIndex)),
    geometry: textArray(shapes.map((shape) => (shape === undefined ? null : JSON.stringify(shape)))),
    sha256: textArray(parcels.map(({ facts }, n) => (shapes[n] === undefined ? null : facts.geometrySha256))),
    west: int4Array(bounds.map((one) => one?.west ?? null)),
    south: int4Array(bounds.map((one) => one?.south ?? null)),
    east: int4Array(bounds.map((one) => one?.east ?? null)),
    north: int4Array(bounds.map((one) => one?.north ?? null)),
  };
}

/** Stores parcels that a batch creates. */
export function insertParcels(
  parcels: readonly ParcelState[],
  geometries: ReadonlyMap<string, Geometry>,
): WriteStatement {
  const all = columnsOf(parcels, geometries);
  return write`
    insert into parcels (
      property_id, address, neighborhood, property_type, square_footage, lot_square_feet, year_built, words, status, shares,
      city_owned, assessed_cents, assessed_year, owed_cents, credit_cents, passed_on, registered_index, title_index,
      geometry, geometry_sha256, west, south, east, north
    )
    select id, address, neighborhood, type, building, lot, built, array_to_tsvector(string_to_array(words, ' ')), status,
      shares, city = 1, assessed, year, owed, credit, passed::jsonb, registered, title,
      geometry::jsonb, decode(sha256, 'hex'), west, south, east, north
    from unnest(
      ${all.id}::text[], ${all.address}::text[], ${all.neighborhood}::text[], ${all.type}::text[], ${all.building}::int[],
      ${all.lot}::int[], ${all.built}::int[], ${all.words}::text[], ${all.status}::text[], ${all.shares}::bigint[],
      ${all.city}::int[], ${all.assessed}::bigint[], ${all.year}::int[], ${all.owed}::bigint[], ${all.credit}::bigint[],
      ${all.passed}::text[], ${all.registered}::bigint[],
      ${all.title}::bigint[], ${all.geometry}::text[], ${all.sha256}::text[], ${all.west}::int[], ${all.south}::int[],
      ${all.east}::int[], ${all.north}::int[]
    ) as t (
      id, address, neighborhood, type, building, lot, built, words, status, shares, city, assessed, year, owed, credit,
      passed, registered, title, geometry, sha256, west, south, east, north
    )
  `;
}

/** Updates the mutable columns of parcels. */
export function updateParcels(
  parcels: readonly ParcelState[],
  geometries: ReadonlyMap<string, Geometry>,
): WriteStatement {
  const all = columnsOf(parcels, geometries);
  return write`
    update parcels set address = t.address, neighborhood = t.neighborhood, property_type = t.type,
      square_footage = t.building, lot_square_feet = t.lot, year_built = t.built,
      words = array_to_tsvector(string_to_array(t.words, ' ')), status = t.status, shares = t.shares,
      city_owned = t.city = 1, assessed_cents = t.assessed, assessed_year = t.year, owed_cents = t.owed, credit_cents = t.credit,
      passed_on = t.passed::jsonb,
      title_index = t.title, geometry = coalesce(t.geometry::jsonb, parcels.geometry),
      geometry_sha256 = coalesce(decode(t.sha256, 'hex'), parcels.geometry_sha256), west = coalesce(t.west, parcels.west),
      south = coalesce(t.south, parcels.south), east = coalesce(t.east, parcels.east), north = coalesce(t.north, parcels.north)
    from unnest(
      ${all.id}::text[], ${all.address}::text[], ${all.neighborhood}::text[], ${all.type}::text[], ${all.building}::int[],
      ${all.lot}::int[], ${all.built}::int[], ${all.words}::text[], ${all.status}::text[], ${all.shares}::bigint[],
      ${all.city}::int[], ${all.assessed}::bigint[], ${all.year}::int[], ${all.owed}::bigint[], ${all.credit}::bigint[],
      ${all.passed}::text[], ${all.title}::bigint[], ${all.geometry}::text[], ${all.sha256}::text[], ${all.west}::int[], ${all.south}::int[], ${all.east}::int[],
      ${all.north}::int[]
    ) as t (
      id, address, neighborhood, type, building, lot, built, words, status, shares, city, assessed, year, owed, credit,
      passed, title, geometry, sha256, west, south, east, north
    )
    where parcels.property_id = t.id
  `;
}

/** Updates only the balances of parcels, which is all that most payments change. */
export const updateBalances = (parcels: readonly ParcelState[]): WriteStatement => write`
  update parcels set owed_cents = t.owed, credit_cents = t.credit
  from unnest(
    ${textArray(parcels.map(({ facts }) => facts.propertyId))}::text[],
    ${int8Array(parcels.map(({ owedCents }) => owedCents))}::bigint[],
    ${int8Array(parcels.map(({ creditCents }) => creditCents))}::bigint[]
  ) as t (id, owed, credit)
  where parcels.property_id = t.id
`;

/** Stores which blocks concern which parcels. */
export const insertParcelBlocks = (rows: readonly { propertyId: string; index: number }[]): WriteStatement => write`
  insert into parcel_blocks (property_id, block_index) select * from unnest(
    ${textArray(rows.map((row) => row.propertyId))}::text[], ${int8Array(rows.map((row) => row.index))}::bigint[]
  )
`;

/** Reads the newest blocks that concern a parcel, and their number. */
export async function readParcelBlocks(
  db: Database,
  propertyId: string,
  max: number,
): Promise<{ indexes: number[]; total: number }> {
  const { rows } = await sql<{ block_index: number; total: number }>`
    select block_index, count(*) over () as total from parcel_blocks where property_id = ${propertyId}
    order by block_index desc limit ${max}
  `.execute(db);
  return { indexes: rows.map((row) => row.block_index), total: rows[0]?.total ?? 0 };
}

/** Reads the geometry of a parcel. */
export async function readGeometry(db: Database, propertyId: string): Promise<Geometry | null> {
  const row = await db
    .selectFrom('parcels')
    .select('geometry')
    .where('property_id', '=', propertyId)
    .executeTakeFirst();
  return (row?.geometry ?? null) as Geometry | null;
}

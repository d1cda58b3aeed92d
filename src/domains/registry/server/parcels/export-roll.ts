import { sql } from 'kysely';
import type { Geometry, ParcelPlan, PropertyType } from '#domains/registry/contract.ts';
import type { Database } from '#platform/server/database/database.ts';

type Row = {
  property_id: string;
  address: string;
  neighborhood: string;
  property_type: PropertyType;
  square_footage: number;
  lot_square_feet: number;
  year_built: number | null;
  geometry: Geometry | null;
};

type Part = {
  parcels: (Omit<ParcelPlan, 'geometry'> & { geometry: Geometry | null })[];
  total: number;
  next: string | null;
};

/** Reads active parcels in the order of their ids, starting after `after`. */
export async function exportRoll(
  db: Database,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<Part> {
  const [{ rows }, counted] = await Promise.all([
    sql<Row>`
      select property_id, address, neighborhood, property_type, square_footage, lot_square_feet, year_built, geometry
      from parcels where status = 'active' and property_id > ${after ?? ''} order by property_id limit ${limit}
    `.execute(db),
    sql<{ properties: number }>`select properties from registry_totals`.execute(db),
  ]);
  return {
    parcels: rows.map((row) => ({
      propertyId: row.property_id,
      address: row.address,
      neighborhood: row.neighborhood,
      propertyType: row.property_type,
      squareFootage: row.square_footage,
      lotSquareFeet: row.lot_square_feet,
      yearBuilt: row.year_built,
      geometry: row.geometry,
    })),
    total: counted.rows[0]?.properties ?? 0,
    next: rows.length < limit ? null : (rows.at(-1)?.property_id ?? null),
  };
}

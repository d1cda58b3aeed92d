import { findProperties } from '#domains/registry/server/index.ts';
import type { Database } from '#platform/server/database/database.ts';

/** Reads the addresses of these properties, in one query. The id stands for a property without a parcel. */
export async function readAddresses(
  db: Database,
  propertyIds: readonly string[],
): Promise<(propertyId: string) => string> {
  const properties = await findProperties(db, [...new Set(propertyIds)]);
  const addresses = new Map(properties.map((one) => [one.property_id, one.address]));
  return (propertyId) => addresses.get(propertyId) ?? propertyId;
}

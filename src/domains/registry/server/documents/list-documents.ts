import { paginate } from '#platform/contract/pagination.ts';
import type { Database } from '#platform/server/database/database.ts';
import { findProperties } from '../parcels/list-properties.ts';
import { noSuchProperty } from '../require-parcel.ts';
import { readDocuments } from './documents.ts';

/**
 * Lists the recorded documents of a parcel, newest first, or finds the one with a SHA-256.
 *
 * @throws AppError `registry.property_not_found`
 */
export async function listDocuments(
  db: Database,
  propertyId: string,
  query: { readonly page: number; readonly limit: number; readonly sha256?: string | undefined },
) {
  const [property] = await findProperties(db, [propertyId]);
  if (property === undefined) throw noSuchProperty(propertyId);
  const { documents, total } = await readDocuments(db, propertyId, query);
  return { documents, pagination: paginate({ total, page: query.page, limit: query.limit }) };
}

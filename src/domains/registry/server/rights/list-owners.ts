import { findById } from '#domains/participants/server/index.ts';
import type { Database } from '#platform/server/database/database.ts';
import { findProperties } from '../parcels/list-properties.ts';
import { noSuchProperty } from '../require-parcel.ts';
import { readOwners } from './parties.ts';
import { readRights } from './rights.ts';

/**
 * Reads the people behind the pseudonyms of a parcel's owners.
 *
 * @throws AppError `registry.property_not_found`
 */
export async function listOwners(db: Database, propertyId: string) {
  if ((await findProperties(db, [propertyId])).length === 0) throw noSuchProperty(propertyId);
  const holders = [...((await readRights(db, [propertyId])).get(propertyId)?.keys() ?? [])];
  const known = await readOwners(db, holders);
  return Promise.all(
    known.map(async ({ accountId, ...owner }) => {
      const found = accountId === undefined ? undefined : await findById(db, accountId);
      return { ...owner, ...(found === undefined ? {} : { username: found.account.username }) };
    }),
  );
}

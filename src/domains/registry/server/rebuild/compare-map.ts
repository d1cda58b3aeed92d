import { findLastAction } from '#domains/ledger/server/index.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Differences } from '#platform/server/differences.ts';
import { readCityFeatures } from '../map/city-features.ts';
import { hashOf } from '../map/import-features.ts';

/** Compares the features between the parcels with the hash in the newest block of a map. */
export async function compareMap(db: Database, differences: Differences): Promise<void> {
  const features = await readCityFeatures(db);
  const block = await findLastAction(db, {}, ['registry.map_set']);
  if (block === undefined) {
    if (features.length > 0) differences.add('city_features', 'no block states the map. Import it again');
  } else if (block.data['sha256'] !== hashOf(features))
    differences.add('city_features', `the map differs from block ${block.index}. Import the map of that block again`);
}

import type { Account } from '#domains/participants/server/index.ts';
import type { Mount } from '#platform/server/http/mount.ts';
import * as contract from '../../contract.ts';
import type { Registry } from '../open-registry.ts';
import { readCityFeatures } from './city-features.ts';
import { importFeatures } from './import-features.ts';

/** Serves the import and the export of the features between the parcels. */
export function mountMap(mount: Mount<Account>, registry: Registry): void {
  mount(contract.importCityFeatures, ({ body, caller, idempotencyKey }) =>
    importFeatures(registry, caller, body, idempotencyKey),
  );
  mount(contract.exportCityFeatures, async () => ({
    type: 'FeatureCollection' as const,
    features: (await readCityFeatures(registry.database)).map(({ geometry, kind, name }) => ({
      type: 'Feature' as const,
      geometry,
      properties: { kind, name },
    })),
  }));
}

import type { Account } from '#domains/participants/server/index.ts';
import type { Mount } from '#platform/server/http/mount.ts';
import * as contract from '../contract.ts';
import { assessProperty } from './assessments/assess-property.ts';
import { recordDocument } from './documents/record-document.ts';
import type { Registry } from './open-registry.ts';
import { importRoll } from './parcels/import-roll.ts';
import { listNeighborhoods, listProperties } from './parcels/list-properties.ts';
import { readProperty } from './parcels/read-property.ts';
import { readResident } from './portal/read-resident.ts';
import { readDashboard } from './read-dashboard.ts';
import { listOwners } from './rights/list-owners.ts';
import { transferTitle } from './rights/transfer-title.ts';

/** Serves the property registry. */
export function mountRegistry(mount: Mount<Account>, registry: Registry): void {
  const { database } = registry;
  mount(contract.municipalDashboard, () => readDashboard(database));
  mount(contract.listProperties, ({ query }) => listProperties(database, query));
  mount(contract.listNeighborhoods, async () => ({ neighborhoods: await listNeighborhoods(database) }));
  mount(contract.readProperty, ({ params }) => readProperty(database, params.id));
  mount(contract.listOwners, async ({ params }) => ({ owners: await listOwners(database, params.id) }));
  mount(contract.residentProperties, ({ params, caller }) => readResident(database, caller, params.id));
  mount(contract.importRoll, async ({ body, caller }) => ({
    results: await importRoll(registry, caller, body.parcels),
  }));
  mount(contract.assessProperty, ({ params, body, caller, idempotencyKey }) =>
    assessProperty(registry, caller, { propertyId: params.id, ...body }, idempotencyKey),
  );
  mount(contract.transferTitle, ({ params, body, caller, idempotencyKey }) =>
    transferTitle(registry, caller, { propertyId: params.id, ...body }, idempotencyKey),
  );
  mount(contract.recordDocument, ({ params, body, caller, idempotencyKey }) =>
    recordDocument(registry, caller, { propertyId: params.id, ...body }, idempotencyKey),
  );
}

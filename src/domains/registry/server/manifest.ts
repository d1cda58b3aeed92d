import type { Ledger } from '#domains/ledger/server/index.ts';
import type { Account } from '#domains/participants/server/index.ts';
import { capabilities, routes } from '#domains/registry/contract.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Domain } from '#platform/server/domain.ts';
import { planRegistry } from './demo/demo-steps.ts';
import { openRegistry } from './open-registry.ts';
import { mountRegistry } from './routes.ts';

export const registryDomain: Domain<{ ledger: Ledger; clock: Clock }, Account> = {
  name: 'registry',
  tables: [
    'assessments',
    'parcel_blocks',
    'parcel_documents',
    'parcel_holders',
    'parcel_rights',
    'parcels',
    'registry_parties',
    'registry_totals',
  ],
  capabilities,
  routes,
  open({ ledger, clock }) {
    const registry = openRegistry(ledger, clock);
    return {
      mount: (mount) => mountRegistry(mount, registry),
      demoSteps: (world) => planRegistry(registry, world),
    };
  },
};

import type { Ledger } from '#domains/ledger/server/index.ts';
import { capabilities, routes, tools } from '#domains/observability/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import type { Domain } from '#platform/server/domain.ts';
import type { Ask } from './demo/run-demo.ts';
import type { Observability } from './open-observability.ts';
import { mountObservability, type ProcessFacts } from './routes.ts';

type Assembly = { readonly ask: Ask<Account>; readonly facts: ProcessFacts };

export const observabilityDomain: Domain<{ ledger: Ledger; observability: Observability }, Account, Assembly> = {
  name: 'observability',
  tables: ['service_minutes'],
  capabilities,
  routes,
  tools,
  open: ({ ledger, observability }) => ({
    mount: (mount, { ask, facts }) => mountObservability(mount, { ledger, observability, ask }, facts),
  }),
};

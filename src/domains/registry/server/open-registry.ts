import type { Appender, Ledger } from '#domains/ledger/server/index.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import { openMap, type RegistryMap } from './map/open-map.ts';
import { createRegistryRules } from './registry-rules.ts';
import type { RegistryRequest } from './registry-state.ts';

export type Registry = {
  readonly database: Database;
  readonly clock: Clock;
  /** The time zone in which due days end. */
  readonly timeZone: string;
  /** Whether sample cards are accepted. */
  readonly demo: boolean;
  /** Appends every act of the registry to the chain. */
  readonly requests: Appender<RegistryRequest>;
  readonly map: RegistryMap;
};

/** Opens the registry on a ledger. */
export const openRegistry = (ledger: Ledger, clock: Clock, city: Pick<Registry, 'timeZone' | 'demo'>): Registry => ({
  database: ledger.database,
  clock,
  ...city,
  requests: ledger.register(createRegistryRules()),
  map: openMap(ledger.database),
});

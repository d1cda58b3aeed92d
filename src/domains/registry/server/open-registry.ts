import type { Appender, Ledger } from '#domains/ledger/server/index.ts';
import type { PaymentRow, Payments } from '#domains/payments/server/index.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Papers } from '#platform/server/pdf/papers.ts';
import { openMap, type RegistryMap } from './map/open-map.ts';
import { propertyTaxPayee } from './payments/property-tax-payee.ts';
import { PROPERTY_TAX } from './payments/requirements.ts';
import { createRegistryRules } from './registry-rules.ts';
import type { RegistryRequest } from './registry-state.ts';

export type Registry = {
  readonly database: Database;
  readonly clock: Clock;
  /** The time zone in which due days end. */
  readonly timeZone: string;
  /** The settings that documents print: the address of this server, the time zone, and whether the city is the demo's. */
  readonly city: City;
  readonly papers: Papers;
  readonly payments: Payments;
  /** Appends every act of the registry to the chain. */
  readonly requests: Appender<RegistryRequest, readonly PaymentRow[]>;
  readonly map: RegistryMap;
};

export type City = { readonly timeZone: string; readonly publicUrl: string; readonly demo: boolean };

export type RegistryServices = {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly payments: Payments;
  readonly papers: Papers;
  readonly city: City;
};

/** Opens the registry on a ledger. It is the payee of property tax. */
export function openRegistry({ ledger, clock, payments, papers, city }: RegistryServices): Registry {
  const { database } = ledger;
  const requests = ledger.register(createRegistryRules(payments.moneyUses()));
  payments.register(PROPERTY_TAX, propertyTaxPayee({ database, timeZone: city.timeZone, payments, requests }));
  return {
    database,
    clock,
    timeZone: city.timeZone,
    city,
    papers,
    payments,
    requests,
    map: openMap(database),
  };
}

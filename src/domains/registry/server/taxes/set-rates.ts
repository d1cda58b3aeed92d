import type { Account } from '#domains/participants/server/index.ts';
import type { TaxRates } from '#domains/registry/contract.ts';
import type { JsonObject } from '#platform/contract/scalars.ts';
import type { Registry } from '../open-registry.ts';
import { registryBlockTypes } from '../registry-block-types.ts';
import { keyOf } from '../registry-requests.ts';

/** Records the rates of a tax year. Earlier ones stay on the ledger, and so do the bills that were levied by them. */
export async function setRates(
  registry: Registry,
  caller: Account,
  { year, ...rates }: TaxRates & { readonly year: number },
  key: string | undefined,
): Promise<{ blockIndex: number }> {
  const { index } = await registry.requests.append(
    {
      propertyIds: [],
      judge: () => ({
        draft: registryBlockTypes.draft({
          action: 'registry.rates_set',
          user: caller.username,
          year,
          rates: rates as JsonObject,
        }),
        parcels: [],
        rates: { year, rates },
      }),
    },
    keyOf(caller, key, ['rates', year, rates]),
  );
  return { blockIndex: index };
}

import type { Account } from '#domains/participants/server/index.ts';
import type { FeesByMethod } from '#domains/payments/contract.ts';
import { readFeesVersions } from '#domains/payments/server/index.ts';
import { FEES_VERSIONS_MAX } from '#domains/registry/contract.ts';
import type { Registry } from '../open-registry.ts';
import { registryBlockTypes } from '../registry-block-types.ts';
import { keyOf } from '../registry-requests.ts';

/** Records what the payment methods cost from now on. Earlier versions and payments stay. */
export async function setMethodFees(
  registry: Registry,
  caller: Pick<Account, 'id' | 'username'>,
  fees: FeesByMethod,
  key: string | undefined,
): Promise<{ blockIndex: number }> {
  const { index } = await registry.requests.append(
    {
      propertyIds: [],
      judge: () => ({
        draft: registryBlockTypes.draft({ action: 'registry.method_fees_set', user: caller.username, fees }),
        parcels: [],
        fees,
      }),
    },
    keyOf(caller, key, ['fees', fees]),
  );
  return { blockIndex: index };
}

/** Reads the versions of the fees, newest first. */
export async function listMethodFees({ database }: Pick<Registry, 'database'>) {
  const versions = await readFeesVersions(database, FEES_VERSIONS_MAX);
  return { versions: versions.map(({ setAt, ...one }) => ({ ...one, setAt: new Date(setAt).toISOString() })) };
}

import type { Account } from '#domains/participants/server/index.ts';
import { readAssetStates } from './assets.ts';
import type { Trace } from './open-trace.ts';

/**
 * Checks the limits of an account for those of these assets that do not exist yet, and returns how many that are. Records nothing.
 *
 * @throws AppError of the limit
 */
export async function checkNewAssets(
  { database, allowances }: Pick<Trace, 'database' | 'allowances'>,
  { id: accountId }: Pick<Account, 'id'>,
  assetIds: readonly string[],
): Promise<number> {
  const wanted = [...new Set(assetIds)];
  const assets = wanted.length - (await readAssetStates(database, wanted)).size;
  await allowances.within({ accountId, assets }, () => Promise.resolve());
  return assets;
}

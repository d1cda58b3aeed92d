import type { lookUpOrder } from '#domains/market/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import type { ResponseOut } from '#platform/contract/route.ts';
import { findOrCloseKey, keyUsedBefore } from '#platform/server/database/idempotency-keys.ts';
import type { Market } from '../open-market.ts';
import { readPlaced, scopeOf } from './trade.ts';

/**
 * Returns the order that the caller placed with a key, or null once no request with that key can place one any more.
 *
 * @throws AppError `request.idempotency_mismatch` if the key belongs to a request that was no order
 */
export async function lookUp(market: Market, caller: Account, key: string): Promise<ResponseOut<typeof lookUpOrder>> {
  const index = await findOrCloseKey(market.database, { scope: scopeOf(caller), key });
  if (index === undefined) return { answer: null };
  const answer = await readPlaced(market, index);
  if (answer === undefined) throw keyUsedBefore();
  return { answer };
}

import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';
import type { Chain } from '#platform/server/evm/open-chain.ts';
import { hexOf } from './call-rows.ts';

/** How long a gas price is fresh. It rises by an eighth per block at most, so twelve blocks pass before four times the price is too little. */
const NEW_MILLISECONDS = 5000;
/** The most that a call may pay, as a multiple of the gas price when it is signed. */
const ROOM = 4n;

/**
 * Returns a function that returns what a call may pay for a unit of gas, in wei. It waits for the network only if this installation never
 * had a price: otherwise it uses the last one, and a call that may pay too little is signed again later.
 */
export function createGasPrice(chain: Chain, database: Database): () => Promise<bigint> {
  let last: bigint | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | undefined;
  function ask(): Promise<void> {
    askedAt = performance.now();
    asking ??= chain
      .request({ method: 'eth_gasPrice' })
      .then((price) => {
        last = ROOM * BigInt(price as string);
      })
      .finally(() => {
        asking = undefined;
      });
    return asking;
  }
  return async () => {
    const isOld = performance.now() - askedAt > NEW_MILLISECONDS;
    last ??= await readLastFee(chain, database);
    if (last === undefined) await ask();
    else if (isOld) ask().catch(() => undefined);
    const fee = last ?? 0n;
    return fee < chain.feeMax ? fee : chain.feeMax;
  };
}

/** Reads the maximum fee of the newest stored call. */
async function readLastFee(chain: Chain, database: Database): Promise<bigint | undefined> {
  const { rows } = await sql<{ raw: Buffer }>`
    select raw from market_calls where chain_id = ${await chain.chainId()} order by nonce desc limit 1
  `.execute(database);
  const [newest] = rows;
  if (newest === undefined) return undefined;
  const { parseTransaction } = await import('viem');
  return parseTransaction(hexOf(newest.raw)).maxFeePerGas;
}

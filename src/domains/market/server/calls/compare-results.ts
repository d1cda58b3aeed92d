import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';
import type { Differences } from '#platform/server/differences.ts';
import type { Chain } from '#platform/server/evm/open-chain.ts';
import { isChainFailure } from '#platform/server/evm/rpc-error.ts';
import { hexOf } from './call-rows.ts';
import { readCall } from './read-call.ts';
import { readReceipt } from './read-receipt.ts';

type Hex = `0x${string}`;
type Network = Pick<Chain, 'request' | 'networkName'>;

const PAGE = 200;

/**
 * Compares the stored results of calls with the network. The contract executes settlements in sequence, so one request compares all of
 * them; every other call has its receipt. Calls that are not final are not compared: the network may be ahead of them.
 */
export async function compareResults(tx: Database, chain: Network, differences: Differences): Promise<void> {
  try {
    await compareSettlements(tx, chain, differences);
    await compareOthers(tx, chain, differences);
  } catch (error) {
    if (!isChainFailure(error)) throw error;
    differences.add('market_calls', `${chain.networkName} does not answer, so the results of calls are not compared`);
  }
}

async function compareSettlements(tx: Database, chain: Network, differences: Differences): Promise<void> {
  const { rows: final } = await sql<{ raw: Buffer; hash: Buffer }>`
    select raw, hash from market_calls where sequence is not null and state in ('confirmed', 'failed') order by sequence limit 1
  `.execute(tx);
  const [first] = final;
  if (first === undefined) return;
  const call = await readCall({ raw: hexOf(first.raw), hash: hexOf(first.hash) });
  if (call?.to === undefined) {
    differences.add('market_calls', 'the first settlement is no call of a contract');
    return;
  }
  for (const problem of await findWrongSettlements(tx, chain, call.to)) differences.add('market_calls', problem);
}

/**
 * Describes a settlement that is stored as confirmed although the contract has not executed it, and one that is stored as failed although it has.
 *
 * @throws RpcError if the network does not answer
 */
export async function findWrongSettlements(
  db: Database,
  chain: Pick<Chain, 'request'>,
  market: Hex,
): Promise<string[]> {
  // The tables first: the network is never behind them.
  const { rows } = await sql<{ sequence: number; state: string }>`
    (select sequence, state from market_calls where state = 'confirmed' and sequence is not null order by sequence desc limit 1)
    union all
    (select sequence, state from market_calls where state = 'failed' and sequence is not null order by sequence limit 1)
  `.execute(db);
  if (rows.length === 0) return [];
  const executed = await readLastSequence(chain, market);
  return rows
    .filter(({ sequence, state }) => (state === 'confirmed') !== sequence <= executed)
    .map(
      ({ sequence, state }) =>
        `settlement ${sequence} is stored as ${state}, and the contract has executed ${executed} settlements`,
    );
}

async function readLastSequence(chain: Pick<Chain, 'request'>, market: Hex): Promise<number> {
  const [{ createPublicClient, custom }, { shareMarket }] = await Promise.all([
    import('viem'),
    import('#contracts/artifacts/share-market.gen.ts'),
  ]);
  const client = createPublicClient({ transport: custom(chain, { retryCount: 0 }) });
  return Number(await client.readContract({ address: market, abi: shareMarket.abi, functionName: 'lastSequence' }));
}

async function compareOthers(tx: Database, chain: Network, differences: Differences): Promise<void> {
  for (let after = -1; ; ) {
    const { rows } = await sql<{ nonce: number; hash: Buffer; state: string }>`
      select nonce, coalesce(mined_hash, hash) as hash, state from market_calls
      where sequence is null and state in ('confirmed', 'failed') and nonce > ${after} order by nonce limit ${PAGE}
    `.execute(tx);
    for (const { nonce, hash, state } of rows) {
      const receipt = await readReceipt(chain, { hash: hexOf(hash), attempts: [] });
      if (receipt?.state !== state)
        differences.add(
          'market_calls',
          `nonce ${nonce} is stored as ${state}, and is ${receipt?.state ?? 'not known'} on the network`,
        );
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last.nonce;
  }
}

import { sql } from 'kysely';
import type { RpcLog } from 'viem';
import { AppError } from '#platform/contract/errors.ts';
import { fingerprintOf } from '#platform/server/database/idempotency-keys.ts';
import { isOutage } from '#platform/server/database/outage.ts';
import { isChainFailure, isChainOutage } from '#platform/server/evm/rpc-error.ts';
import { bytesOf } from '../calls/call-rows.ts';
import { halt } from '../calls/halted.ts';
import { marketBlockTypes } from '../market-block-types.ts';
import type { Market } from '../open-market.ts';
import { readTransfers } from './read-transfers.ts';
import { findFirstUnread } from './scanned-blocks.ts';
import {
  type FinalCall,
  insertArrival,
  noteDelivered,
  noteReturned,
  type Pending,
  readFinalCalls,
  type Transfer,
} from './withdrawal-rows.ts';

/** The most calls, and blocks of the network, of one round. */
const CALLS_MAX = 50;
const BLOCKS_MAX = 5000;

/**
 * Follows shares outside once: gives back what wallets refused, and records what came from wallets. Safe to repeat, to interrupt and to run
 * concurrently: each withdrawal is given back once, and each transfer counts once.
 *
 * @throws RpcError, AppError if the network does not answer; the next round continues
 */
export async function followWallets(market: Market): Promise<void> {
  for (const call of await readFinalCalls(market.database, CALLS_MAX)) await settleWithdrawals(market, call);
  await takeArrivals(market);
}

/** The contract reports each withdrawal of a call in the order of their steps. */
async function settleWithdrawals(market: Market, { hash, withdrawals }: FinalCall): Promise<void> {
  const { chain, find } = market.network;
  const [{ parseEventLogs }, { shareMarket }, contracts] = await Promise.all([
    import('viem'),
    import('#contracts/artifacts/share-market.gen.ts'),
    find(),
  ]);
  const receipt = (await chain.request({ method: 'eth_getTransactionReceipt', params: [hash] })) as {
    logs: RpcLog[];
  } | null;
  const events = parseEventLogs({
    abi: shareMarket.abi,
    eventName: ['SharesWithdrawn', 'WithdrawalRefused'],
    logs: (receipt?.logs ?? []).filter(({ address }) => address.toLowerCase() === contracts.market) as never,
  });
  if (events.length !== withdrawals.length)
    throw new Error(`Broken invariant: call ${hash} has one event for each of its withdrawals`);
  const delivered = withdrawals.filter((_, n) => events[n]?.eventName === 'SharesWithdrawn');
  await noteDelivered(
    market.database,
    delivered.map(({ blockIndex }) => blockIndex),
  );
  for (const [n, one] of withdrawals.entries())
    if (events[n]?.eventName === 'WithdrawalRefused') await giveBack(market, one);
}

async function giveBack(market: Market, one: Pending): Promise<void> {
  const { blockIndex, propertyId, tokenId, custodyId, address, wallet, shares } = one;
  const draft = marketBlockTypes.draft({
    ...{ action: 'market.shares_returned', property_id: propertyId, token: tokenId, address, wallet, shares },
    withdrawal: blockIndex,
  });
  await market.trading.append(
    {
      ...{
        kind: 'move',
        network: await market.network.ready(),
        parties: [{ custody: custodyId.toString('hex'), address }],
      },
      ...{ draft, tokenId },
      rows: (index) => [noteReturned(blockIndex, index)],
    },
    { scope: 'market-returned', key: String(blockIndex), fingerprint: fingerprintOf(`${address} ${shares}`) },
  );
}

/**
 * Records the final transfers to addresses in custody. Continues even while no shares are outside, so that transfers by strangers do not
 * pile up.
 */
async function takeArrivals(market: Market): Promise<void> {
  const { database, network } = market;
  const first = await findFirstUnread(database);
  if (first === undefined) return;
  const { shares } = await network.find();
  const chainId = await network.chain.chainId();
  const head = Number(await network.chain.request({ method: 'eth_blockNumber' }));
  const last = Math.min(head - network.chain.confirmations + 1, first + BLOCKS_MAX - 1);
  if (last < first) return;
  const read = await readTransfers(network, { from: first, to: last });
  let { next } = read;
  for (const transfer of read.transfers) {
    try {
      await takeArrival(market, transfer);
    } catch (error) {
      // Halted shares wait; others do not wait for them.
      if (!(error instanceof AppError)) throw error;
      next = Math.min(next, transfer.block);
    }
  }
  // A position that does not advance was already reported.
  if (read.isCrowded && next > first)
    market.log.warn(
      { from: first, next },
      'many transfers of shares: the network accepted only smaller ranges of blocks',
    );
  await sql`
    insert into market_scans (chain_id, contract, next_block) values (${chainId}, ${bytesOf(shares)}, ${next})
    on conflict (chain_id, contract) do update set next_block = greatest(market_scans.next_block, excluded.next_block)
  `.execute(database);
}

async function takeArrival(market: Market, transfer: Transfer): Promise<void> {
  const { hash, log, item, from, to, tokenId, shares } = transfer;
  const { rows } = await sql<{ custodyId: Buffer; propertyId: string; outside: number }>`
    select custody_id as "custodyId", property_id as "propertyId", outside from market_accounts, market_issues
    where address = ${bytesOf(to)} and token_id = ${tokenId}
  `.execute(market.database);
  const [found] = rows;
  if (found === undefined) return;
  const { custodyId, propertyId, outside } = found;
  if (shares > outside) {
    const known = await sql`
      select 1 from market_arrivals where tx_hash = ${bytesOf(hash)} and log_index = ${log} and item = ${item}
    `.execute(market.database);
    if (known.rows.length === 0)
      await halt(market, tokenId, `${shares} shares arrived at ${to} in ${hash}, and ${outside} were outside`);
    return;
  }
  const draft = marketBlockTypes.draft({
    ...{ action: 'market.shares_arrived', property_id: propertyId, token: tokenId, address: to, wallet: from, shares },
    ...{ tx: hash, log, item },
  });
  await market.trading.append(
    {
      ...{
        kind: 'move',
        network: await market.network.ready(),
        parties: [{ custody: custodyId.toString('hex'), address: to }],
      },
      ...{ draft, tokenId },
      rows: (index) => [insertArrival(index, { tokenId, custodyId, wallet: from, shares }, transfer)],
    },
    {
      scope: 'market-arrived',
      key: `${hash} ${log} ${item}`,
      fingerprint: fingerprintOf(`${to} ${tokenId} ${shares}`),
    },
  );
}

const INTERVAL_MILLISECONDS = { embedded: 1000, external: 6000 };

/** Follows in rounds until it is stopped. A failed round is repeated by the next one. */
export function startFollowingWallets(market: Market): { stop(): Promise<void> } {
  const { chain } = market.network;
  let running: Promise<void> | undefined;
  let isRefused = false;
  async function round(): Promise<void> {
    try {
      await followWallets(market);
      isRefused = false;
    } catch (error) {
      const isExpected = isOutage(error) || error instanceof AppError || isChainOutage(error);
      // The network may refuse the same request each round: log it once.
      const isRepeated = isRefused && isChainFailure(error);
      if (!isExpected && !isRepeated) market.log.error({ err: error }, 'shares in wallets could not be followed');
      isRefused = isChainFailure(error);
    }
    running = undefined;
  }
  const timer = setInterval(
    () => {
      running ??= round();
    },
    chain.isEmbedded ? INTERVAL_MILLISECONDS.embedded : INTERVAL_MILLISECONDS.external,
  ).unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

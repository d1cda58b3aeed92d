import { sql } from 'kysely';
import type { CallStatus, listShares, ShareTrade } from '#domains/market/contract.ts';
import { present } from '#platform/contract/present.ts';
import type { ResponseOut } from '#platform/contract/route.ts';
import { hexOf, readCallsOf } from '../calls/call-rows.ts';
import type { Market } from '../open-market.ts';
import { readTrades } from '../trading/read-order-book.ts';
import type { Issue } from './issue-rows.ts';

type Activity = ResponseOut<typeof listShares>['properties'][number]['tradingActivity'][number];
type Row = { token: number; block: number; shares: number; seconds: number; hash: Buffer; state: CallStatus };

/** In addition to the issue itself. */
const NEWEST_MAX = 19;

/** Reads the activity of each of these issues, newest first: trades, transfers from and to wallets, and the issue. */
export async function readActivity(market: Market, issues: readonly Issue[]): Promise<Map<number, Activity[]>> {
  const tokens = issues.map(({ tokenId }) => tokenId);
  const [calls, trades, transfers] = await Promise.all([
    readCallsOf(market.database, tokens),
    readTrades(market, tokens, NEWEST_MAX),
    readTransfers(market, tokens, NEWEST_MAX),
  ]);
  const { networkName: network, isEmbedded: isLocal } = market.network.chain;
  return new Map(
    issues.map(({ tokenId, shares, issuedAt }) => {
      const sales = (trades.get(tokenId) ?? []).map(describeSale);
      const newest = [...sales, ...(transfers.get(tokenId) ?? [])].toSorted((a, b) => b.blockIndex - a.blockIndex);
      const mint: Activity = {
        ...{ id: `${tokenId}-0`, type: 'mint', tokenAmount: shares, pricePerToken: null, totalPrice: null },
        ...{ timestamp: new Date(issuedAt).toISOString(), blockIndex: tokenId, network, isLocal },
        ...present(calls.get(tokenId), 'Each issue has a call'),
      };
      return [tokenId, [...newest.slice(0, NEWEST_MAX), mint]];
    }),
  );
}

const describeSale = ({ shares, pricePerShare, at, ...trade }: ShareTrade): Activity => ({
  ...trade,
  type: 'sale',
  tokenAmount: shares,
  pricePerToken: pricePerShare,
  totalPrice: Math.round(pricePerShare * 100 * shares) / 100,
  timestamp: at,
});

/** Reads the newest shares of each of these tokens that left custody for wallets, or came back from them. */
async function readTransfers(
  { database, network: { chain } }: Market,
  tokenIds: readonly number[],
  max: number,
): Promise<Map<number, Activity[]>> {
  const { rows } = await sql<Row>`
    select token_id as token, block_index as block, newest.shares, timestamp as seconds, hash, state
    from unnest(${[...tokenIds]}::bigint[]) as wanted (id) cross join lateral (
      (
        select token_id, block_index, shares, coalesce(call.mined_hash, call.hash) as hash, call.state
        from market_withdrawals as own cross join lateral (
          select hash, mined_hash, state from market_calls
          where block_index <= own.block_index and sequence is not null order by market_calls.block_index desc, nonce desc limit 1
        ) as call
        where token_id = wanted.id and own.state <> 'refused' order by block_index desc limit ${max}
      ) union all (
        select token_id, block_index, shares, tx_hash, 'confirmed' from market_arrivals
        where token_id = wanted.id order by block_index desc limit ${max}
      ) order by block_index desc limit ${max}
    ) as newest join ledger_blocks on index = block_index order by block_index desc
  `.execute(database);
  const byToken = Map.groupBy(rows, ({ token }) => token);
  const place = { network: chain.networkName, isLocal: chain.isEmbedded };
  return new Map(
    [...byToken].map(([token, own]) => [
      token,
      own.map(({ block, shares, seconds, hash, state }) => ({
        ...{ id: `${block}-0`, type: 'transfer' as const, tokenAmount: shares, pricePerToken: null, totalPrice: null },
        ...{ timestamp: new Date(seconds * 1000).toISOString(), blockIndex: block },
        ...{ txHash: hexOf(hash), txStatus: state, ...place },
      })),
    ]),
  );
}

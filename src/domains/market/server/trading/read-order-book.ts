import { sql } from 'kysely';
import type { CallStatus, readCandles, readOrderBook, ShareTrade } from '#domains/market/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import { findProperties, readOverdue } from '#domains/registry/server/index.ts';
import { present } from '#platform/contract/present.ts';
import type { ResponseOut } from '#platform/contract/route.ts';
import { hexOf } from '../calls/call-rows.ts';
import { findCustody, traderOf } from '../holders.ts';
import { requireIssue } from '../issues/issue-rows.ts';
import type { Market } from '../open-market.ts';

const LEVELS_MAX = 50;
const TRADES_MAX = 50;
const CANDLES_MAX = 200;

/** Reads the best prices of both sides and the newest trades, as of now: expired orders are left out. */
export async function readBook(
  market: Market,
  propertyId: string,
  caller: Account | undefined,
): Promise<ResponseOut<typeof readOrderBook>> {
  const issue = await requireIssue(market.database, propertyId);
  const { tokenId } = issue;
  const [custody, bids, asks, trades, properties, overdue] = await Promise.all([
    caller && findCustody(market.database, traderOf(caller)),
    readLevels(market, tokenId, 'buy'),
    readLevels(market, tokenId, 'sell'),
    readTrades(market, [tokenId], TRADES_MAX),
    findProperties(market.database, [propertyId]),
    readOverdue(market.database, [propertyId], market.clock()),
  ]);
  const property = present(properties[0], 'An issued property stays registered');
  const [bid, ask] = [bids[0], asks[0]];
  return {
    propertyId,
    address: property.address,
    tokenId: String(tokenId),
    bids,
    asks,
    spread: bid && ask ? spreadOf(cents(bid.pricePerShare), cents(ask.pricePerShare)) : null,
    trades: trades.get(tokenId) ?? [],
    royaltyPercentage: issue.royaltyBasisPoints / 100,
    issuedByYou: custody !== undefined && issue.royaltyReceiver.equals(custody.id),
    minimumPurchase: issue.minimumPurchase,
    allowPublicTrading: issue.isPublic,
    totalSupply: issue.shares,
    taxOwed: property.owed_cents,
    taxOverdue: overdue.get(propertyId) ?? 0,
    salesHalted: market.overdueTax === 'halt' && overdue.has(propertyId),
    assessedValue: property.assessed_cents,
  };
}

const cents = (dollars: number) => Math.round(dollars * 100);

/** Returns the spread in dollars of the best prices in cents. Null without both, and for a crossed book, whose orders were altered. */
export const spreadOf = (bid: number | null, ask: number | null): number | null =>
  bid === null || ask === null || ask < bid ? null : (ask - bid) / 100;

async function readLevels({ database, clock }: Market, tokenId: number, side: 'buy' | 'sell') {
  const best = side === 'buy' ? sql`desc` : sql`asc`;
  const { rows } = await sql<{ price: number; shares: number; orders: number }>`
    select price_cents as price, sum(open)::bigint as shares, count(*) as orders from market_orders
    where token_id = ${tokenId} and side = ${side} and open > 0 and expires_at > to_timestamp(${clock()} / 1000.0)
    group by price_cents order by price_cents ${best} limit ${LEVELS_MAX}
  `.execute(database);
  return rows.map(({ price, shares, orders }) => ({ pricePerShare: price / 100, shares, orders }));
}

export type Quote = {
  readonly floorPrice: number | null;
  readonly lastSalePrice: number | null;
  readonly availableShares: number;
};

/** Reads the lowest live offer, the last price and the shares offered of each of these tokens. */
export async function readQuotes(
  { database, clock }: Market,
  tokenIds: readonly number[],
): Promise<Map<number, Quote>> {
  const { rows } = await sql<{ id: number; floor: number | null; offered: number; last: number | null }>`
    select id, floor, offered, last from unnest(${[...tokenIds]}::bigint[]) as wanted (id) cross join lateral (
      select min(price_cents) as floor, coalesce(sum(open), 0)::bigint as offered from market_orders
      where token_id = id and side = 'sell' and open > 0 and expires_at > to_timestamp(${clock()} / 1000.0)
    ) as asks left join lateral (
      select price_cents as last from market_fills where token_id = id order by block_index desc, position desc limit 1
    ) as sale on true
  `.execute(database);
  return new Map(
    rows.map(({ id, floor, offered, last }) => [
      id,
      {
        floorPrice: floor === null ? null : floor / 100,
        lastSalePrice: last === null ? null : last / 100,
        availableShares: offered,
      },
    ]),
  );
}

type TradeRow = {
  position: number;
  token_id: number;
  shares: number;
  price_cents: number;
  side: 'buy' | 'sell';
  traded_at: string;
  block_index: number;
  hash: Buffer;
  state: CallStatus;
};

/** Reads the newest trades of each of these tokens. */
export async function readTrades(
  { database, network: { chain } }: Market,
  tokenIds: readonly number[],
  max: number,
): Promise<Map<number, ShareTrade[]>> {
  const { rows } = await sql<TradeRow>`
    select newest.*, side, coalesce(mined_hash, hash) as hash, state from unnest(${[...tokenIds]}::bigint[]) as wanted (id) cross join lateral (
      select token_id, shares, price_cents, traded_at, block_index, position, taker_id, call_nonce from market_fills
      where token_id = wanted.id order by block_index desc, position desc limit ${max}
    ) as newest join (select order_id, side from market_orders) as taker on order_id = taker_id join market_calls on nonce = call_nonce
    order by newest.block_index desc, newest.position desc
  `.execute(database);
  const trades = rows.map((row) => ({
    tokenId: row.token_id,
    trade: {
      id: `${row.block_index}-${row.position}`,
      shares: row.shares,
      pricePerShare: row.price_cents / 100,
      type: row.side,
      at: new Date(row.traded_at).toISOString(),
      blockIndex: row.block_index,
      txHash: hexOf(row.hash),
      txStatus: row.state,
      network: chain.networkName,
      isLocal: chain.isEmbedded,
    },
  }));
  return new Map(
    [...Map.groupBy(trades, ({ tokenId }) => tokenId)].map(([id, own]) => [id, own.map(({ trade }) => trade)]),
  );
}

/** Reads the newest hours or days (UTC) in which shares were traded, oldest first. */
export async function readCandlesOf(
  market: Market,
  propertyId: string,
  interval: 'hour' | 'day',
): Promise<ResponseOut<typeof readCandles>> {
  const { tokenId } = await requireIssue(market.database, propertyId);
  const { rows } = await sql<{ at: string; open: number; high: number; low: number; close: number; shares: number }>`
    select date_trunc(${interval}, traded_at, 'UTC') as at, (array_agg(price_cents order by block_index, position))[1] as open,
      max(price_cents) as high, min(price_cents) as low,
      (array_agg(price_cents order by block_index desc, position desc))[1] as close, sum(shares)::bigint as shares
    from market_fills where token_id = ${tokenId} group by 1 order by 1 desc limit ${CANDLES_MAX}
  `.execute(market.database);
  return {
    candles: rows.reverse().map(({ at, open, high, low, close, shares }) => ({
      at: new Date(at).toISOString(),
      open: open / 100,
      high: high / 100,
      low: low / 100,
      close: close / 100,
      shares,
    })),
  };
}

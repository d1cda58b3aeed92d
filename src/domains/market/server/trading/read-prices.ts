import { sql } from 'kysely';
import { findFirstSince } from '#domains/ledger/server/index.ts';
import { PRICES_MAX, type readMarketData } from '#domains/market/contract.ts';
import { present } from '#platform/contract/present.ts';
import type { ResponseOut } from '#platform/contract/route.ts';
import type { Market } from '../open-market.ts';
import { readAddresses } from '../read-addresses.ts';
import { readTrades, spreadOf } from './read-order-book.ts';

type Prices = Pick<ResponseOut<typeof readMarketData>, 'volume' | 'prices' | 'trades'>;

const DAY_SECONDS = 86_400;
/** The number of newest trades that are searched for properties and counted in the volume. */
const LOOKED_AT = 1000;
const COUNTED = 100_000;
const TRADES_MAX = 20;

/** Reads the volume of a day, the prices of the properties traded last, and the newest trades. */
export async function readPrices(market: Market): Promise<Prices> {
  const { database, clock } = market;
  const since = await findFirstSince(database, Math.floor(clock() / 1000) - DAY_SECONDS);
  const [volume, prices] = await Promise.all([
    sql<{ tokenId: number; shares: number; cents: number }>`
      select token_id as "tokenId", sum(shares)::bigint as shares, sum(shares * price_cents)::bigint as cents from (
        select token_id, shares, price_cents from market_fills where block_index >= ${since} order by block_index desc, position desc
        limit ${COUNTED}
      ) as newest group by token_id
    `.execute(database),
    sql<{ tokenId: number; propertyId: string; last: number; bid: number | null; ask: number | null }>`
      with newest as (
        select token_id, block_index, position, price_cents from market_fills order by block_index desc, position desc limit ${LOOKED_AT}
      ), traded as (
        select distinct on (token_id) * from newest order by token_id, block_index desc, position desc
      )
      select traded.token_id as "tokenId", property_id as "propertyId", traded.price_cents as last, (
        select max(price_cents) from market_orders as own where own.token_id = traded.token_id and side = 'buy' and open > 0
          and expires_at > to_timestamp(${clock()} / 1000.0)
      ) as bid, (
        select min(price_cents) from market_orders as own where own.token_id = traded.token_id and side = 'sell' and open > 0
          and expires_at > to_timestamp(${clock()} / 1000.0)
      ) as ask
      from traded join market_issues using (token_id) order by block_index desc, position desc limit ${PRICES_MAX}
    `.execute(database),
  ]);
  const tokens = new Map(prices.rows.map((row) => [row.tokenId, row.propertyId]));
  const [trades, addressOf] = await Promise.all([
    readTrades(market, [...tokens.keys()], TRADES_MAX),
    readAddresses(database, [...tokens.values()]),
  ]);
  const volumes = new Map(volume.rows.map(({ tokenId, ...sums }) => [tokenId, sums]));
  return {
    volume: describeVolume(...volume.rows),
    prices: prices.rows.map(({ tokenId, propertyId, last, bid, ask }) => ({
      propertyId,
      address: addressOf(propertyId),
      tokenId: String(tokenId),
      lastSalePrice: last / 100,
      bid: bid === null ? null : bid / 100,
      ask: ask === null ? null : ask / 100,
      spread: spreadOf(bid, ask),
      volume: describeVolume(...[volumes.get(tokenId) ?? []].flat()),
    })),
    trades: [...trades]
      .flatMap(([tokenId, own]) => {
        const propertyId = present(tokens.get(tokenId), 'Only trades of these tokens were read');
        return own.map((one) => ({ ...one, propertyId, address: addressOf(propertyId) }));
      })
      .toSorted((a, b) => b.blockIndex - a.blockIndex || b.id.localeCompare(a.id, 'en', { numeric: true }))
      .slice(0, TRADES_MAX),
  };
}

const describeVolume = (...sums: readonly { readonly shares: number; readonly cents: number }[]) => ({
  shares: sums.reduce((sum, one) => sum + one.shares, 0),
  amount: sums.reduce((sum, one) => sum + one.cents, 0) / 100,
});

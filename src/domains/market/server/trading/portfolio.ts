import { sql } from 'kysely';
import type { readPortfolio } from '#domains/market/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import { findProperties } from '#domains/registry/server/index.ts';
import type { ResponseOut } from '#platform/contract/route.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type Custody, findCustody, traderOf } from '../holders.ts';
import type { Market } from '../open-market.ts';

type Portfolio = ResponseOut<typeof readPortfolio>;

const HOLDINGS_MAX = 200;
const MOVEMENTS_MAX = 50;

/** Reads what the caller has: cash, shares, and the newest movements of cash. */
export async function readPortfolioOf({ database }: Market, caller: Account): Promise<Portfolio> {
  const custody = await findCustody(database, traderOf(caller));
  if (custody === undefined) return { address: null, cash: { free: 0, held: 0 }, holdings: [], movements: [] };
  const [cash, holdings, movements] = await Promise.all([
    readCash(database, custody),
    readHoldings(database, custody),
    readMovements(database, custody),
  ]);
  return { address: custody.address, cash, holdings, movements };
}

async function readCash(db: Database, { id }: Custody): Promise<Portfolio['cash']> {
  const { rows } = await sql<{ free: number; held: number }>`
    select free_cents as free, held_cents as held from market_cash where custody_id = ${id}
  `.execute(db);
  const { free = 0, held = 0 } = rows[0] ?? {};
  return { free: free / 100, held: held / 100 };
}

type HoldingRow = {
  tokenId: number;
  propertyId: string;
  shares: number;
  held: number;
  supply: number;
  last: number | null;
};

async function readHoldings(db: Database, { id }: Custody): Promise<Portfolio['holdings']> {
  const { rows } = await sql<HoldingRow>`
    select token_id as "tokenId", property_id as "propertyId", own.shares, held, issue.shares as supply, (
      select price_cents from market_fills as fill where fill.token_id = own.token_id order by block_index desc, position desc limit 1
    ) as last
    from market_holdings as own join market_issues as issue using (token_id)
    where custody_id = ${id} and own.shares > 0 order by own.shares desc, token_id limit ${HOLDINGS_MAX}
  `.execute(db);
  const properties = await findProperties(
    db,
    rows.map(({ propertyId }) => propertyId),
  );
  const addresses = new Map(properties.map((one) => [one.property_id, one.address]));
  return rows.map(({ tokenId, propertyId, shares, held, supply, last }) => ({
    propertyId,
    tokenId: String(tokenId),
    address: addresses.get(propertyId) ?? propertyId,
    shares,
    held,
    percentage: Math.round((shares / supply) * 1000) / 10,
    lastSalePrice: last === null ? null : last / 100,
    value: last === null ? null : (last * shares) / 100,
  }));
}

type MovementRow = {
  type: Portfolio['movements'][number]['type'];
  block: number;
  seconds: number;
  propertyId: string | null;
  shares: number;
  price: number | null;
  cents: number;
};

/** Each trade counts for each side that the account was on: the buyer pays the price, the seller gets it without the royalty. */
async function readMovements(db: Database, { id }: Custody): Promise<Portfolio['movements']> {
  const { rows } = await sql<MovementRow>`
    with moved as (
      (
        select 'buy' as type, block_index as block, position, traded_at as at, token_id, shares, price_cents as price,
          -shares * price_cents as cents
        from market_fills where buyer_id = ${id} order by block_index desc, position desc limit ${MOVEMENTS_MAX}
      ) union all (
        select 'sell', block_index, position, traded_at, token_id, shares, price_cents, shares * price_cents - royalty_cents
        from market_fills where seller_id = ${id} order by block_index desc, position desc limit ${MOVEMENTS_MAX}
      )
      union all (
        select 'royalty', block_index, position, traded_at, token_id, fill.shares, fill.price_cents, royalty_cents
        from market_fills as fill join market_issues as issue using (token_id)
        where royalty_receiver = ${id} and royalty_cents > 0 order by block_index desc, position desc limit ${MOVEMENTS_MAX}
      ) union all (
        select case when reason like 'income%' then 'income' else 'cash' end, block_index, position, null, null, 0, null, amount
        from market_postings
        where custody_id = ${id} and token_id is null and reason not in ('order', 'trade', 'return') order by block_index desc limit ${MOVEMENTS_MAX}
      )
    )
    select type, block, extract(epoch from coalesce(at, to_timestamp(timestamp)))::bigint as seconds, property_id as "propertyId",
      moved.shares, price, cents
    from moved left join market_issues using (token_id) left join ledger_blocks on index = block
    order by block desc, position desc, type limit ${MOVEMENTS_MAX}
  `.execute(db);
  return rows.map(({ type, block, seconds, propertyId, shares, price, cents }) => ({
    at: new Date(seconds * 1000).toISOString(),
    blockIndex: block,
    type,
    propertyId,
    shares,
    pricePerShare: price === null ? null : price / 100,
    amount: cents / 100,
  }));
}

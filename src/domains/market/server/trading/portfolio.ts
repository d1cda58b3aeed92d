import { sql } from 'kysely';
import type { readPortfolio } from '#domains/market/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import type { ResponseOut } from '#platform/contract/route.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type Custody, findCustody, traderOf } from '../holders.ts';
import type { Market } from '../open-market.ts';
import { readAddresses } from '../read-addresses.ts';
import { readNewestMovements } from './movements.ts';

type Portfolio = ResponseOut<typeof readPortfolio>;

const HOLDINGS_MAX = 200;
const MOVEMENTS_MAX = 50;

/** Reads the portfolio of the caller: cash, shares, and the newest movements of cash. */
export async function readPortfolioOf({ database }: Market, caller: Account): Promise<Portfolio> {
  const custody = await findCustody(database, traderOf(caller));
  if (custody === undefined) return { address: null, cash: { free: 0, held: 0 }, holdings: [], movements: [] };
  const [cash, holdings, movements] = await Promise.all([
    readCash(database, custody),
    readHoldings(database, custody),
    readNamedMovements(database, custody),
  ]);
  return { address: custody.address, cash, holdings, movements };
}

async function readNamedMovements(db: Database, custody: Custody): Promise<Portfolio['movements']> {
  const movements = await readNewestMovements(db, custody, MOVEMENTS_MAX);
  const addressOf = await readAddresses(
    db,
    movements.flatMap(({ propertyId }) => propertyId ?? []),
  );
  return movements.map((one) => ({ ...one, address: one.propertyId === null ? null : addressOf(one.propertyId) }));
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
  const addressOf = await readAddresses(
    db,
    rows.map(({ propertyId }) => propertyId),
  );
  return rows.map(({ tokenId, propertyId, shares, held, supply, last }) => ({
    propertyId,
    tokenId: String(tokenId),
    address: addressOf(propertyId),
    shares,
    held,
    percentage: Math.round((shares / supply) * 1000) / 10,
    lastSalePrice: last === null ? null : last / 100,
    value: last === null ? null : (last * shares) / 100,
  }));
}

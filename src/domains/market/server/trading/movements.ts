import { sql } from 'kysely';
import type { readStatement } from '#domains/market/contract.ts';
import type { ResponseOut } from '#platform/contract/route.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Custody } from '../holders.ts';

export type CashMovement = ResponseOut<typeof readStatement>['movements'][number];

type MovementRow = {
  type: CashMovement['type'];
  block: number;
  seconds: number;
  propertyId: string | null;
  shares: number;
  price: number | null;
  cents: number;
};

type Blocks = { readonly from: number; readonly until: number };

/** Reads the first `limit` movements of a custody's cash within blocks, oldest first. */
export const readMovements = (db: Database, custody: Custody, blocks: Blocks, limit: number): Promise<CashMovement[]> =>
  read(db, custody, blocks, limit, sql`asc`);

/** Reads the newest movements of a custody's cash, newest first. */
export const readNewestMovements = (db: Database, custody: Custody, limit: number): Promise<CashMovement[]> =>
  read(db, custody, { from: 0, until: Number.MAX_SAFE_INTEGER }, limit, sql`desc`);

/** A trade counts once for each side that the account was on: the buyer pays the price, the seller gets it without the royalty. */
async function read(
  db: Database,
  { id }: Custody,
  { from, until }: Blocks,
  limit: number,
  direction: ReturnType<typeof sql>,
): Promise<CashMovement[]> {
  const range = sql`block_index between ${from} and ${until}`;
  const first = sql`order by block_index ${direction}, position ${direction} limit ${limit}`;
  const { rows } = await sql<MovementRow>`
    with moved as (
      (
        select 'buy' as type, block_index, position, token_id, shares, price_cents as price, -shares * price_cents as cents
        from market_fills where buyer_id = ${id} and ${range} ${first}
      ) union all (
        select 'sell', block_index, position, token_id, shares, price_cents, shares * price_cents - royalty_cents
        from market_fills where seller_id = ${id} and ${range} ${first}
      ) union all (
        select 'royalty', block_index, position, token_id, fill.shares, fill.price_cents, royalty_cents
        from market_fills as fill join market_issues as issue using (token_id)
        where royalty_receiver = ${id} and royalty_cents > 0 and ${range} ${first}
      ) union all (
        select case when reason like 'income%' then 'income' when reason in ('cash_taken_back', 'payout_returned') then reason else 'cash' end,
           block_index, position, null, 0, null, amount
        from market_postings
        where custody_id = ${id} and token_id is null and reason not in ('order', 'trade', 'return') and ${range} ${first}
      )
    )
    select type, block_index as block, timestamp as seconds,
      case when type = 'income' then data::jsonb->>'property_id' else property_id end as "propertyId", moved.shares, price, cents
    from moved left join market_issues using (token_id) join ledger_blocks on index = block_index
    order by block_index ${direction}, position ${direction}, type limit ${limit}
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

/** Returns the cash of a custody, free and held, when a block had been appended, in cents. */
export async function readCashAt(db: Database, { id }: Custody, block: number): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(amount), 0)::bigint as cents from market_postings
    where custody_id = ${id} and token_id is null and block_index <= ${block}
  `.execute(db);
  return rows[0]?.cents ?? 0;
}

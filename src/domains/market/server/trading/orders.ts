import { sql } from 'kysely';
import type { CallStatus, listOrders, ShareOrder } from '#domains/market/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import { paginate } from '#platform/contract/pagination.ts';
import { present } from '#platform/contract/present.ts';
import type { QueryIn, ResponseOut } from '#platform/contract/route.ts';
import type { Database } from '#platform/server/database/database.ts';
import { hexOf } from '../calls/call-rows.ts';
import { findCustody, traderOf } from '../holders.ts';
import type { Market } from '../open-market.ts';
import type { OrderRow } from './order-row.ts';

const columns = sql`
  order_id, property_id, side, o.shares, o.price_cents, open, filled, traded_cents, ended, expires_at, placed_at,
  coalesce(mined_hash, hash) as hash, state
  from market_orders as o join market_issues using (token_id) join market_calls on nonce = call_nonce
`;

/** Returns an order as the API states it. */
export const describeWith =
  ({ network: { chain } }: Market) =>
  (row: OrderRow): ShareOrder => ({
    orderId: String(row.order_id),
    propertyId: row.property_id,
    type: row.side,
    shareAmount: row.shares,
    pricePerShare: row.price_cents / 100,
    // An order that matched one of its own account was canceled.
    status: row.ended === null ? 'open' : row.ended === 'self' ? 'canceled' : row.ended,
    filled: row.filled,
    open: row.open,
    tradedFor: row.traded_cents / 100,
    expiresAt: new Date(row.expires_at).toISOString(),
    placedAt: new Date(row.placed_at).toISOString(),
    blockIndex: row.order_id,
    txHash: hexOf(row.hash),
    txStatus: row.state,
    network: chain.networkName,
    isLocal: chain.isEmbedded,
  });

/** Reads an order; with `custodyId`, only one of that custody. */
export async function readOrder(
  market: Market,
  orderId: number,
  custodyId: Buffer | null = null,
): Promise<ShareOrder | undefined> {
  const { rows } = await sql<OrderRow>`
    select ${columns} where order_id = ${orderId} and (${custodyId}::bytea is null or custody_id = ${custodyId}::bytea)
  `.execute(market.database);
  return rows.map(describeWith(market))[0];
}

/** Lists the orders of the caller, newest first. */
export async function listOwnOrders(
  market: Market,
  caller: Account,
  { propertyId, status, page, limit }: QueryIn<typeof listOrders>,
): Promise<ResponseOut<typeof listOrders>> {
  const custody = await findCustody(market.database, traderOf(caller));
  const { rows } = await sql<OrderRow & { total: number }>`
    select count(*) over () as total, ${columns}
    where custody_id = ${custody?.id ?? null} and (${propertyId ?? null}::text is null or property_id = ${propertyId ?? null})
      and (${status ?? null}::text is null or (open > 0) = (${status ?? null} = 'open'))
    order by order_id desc limit ${limit} offset ${(page - 1) * limit}
  `.execute(market.database);
  return {
    orders: rows.map(describeWith(market)),
    pagination: paginate({ page, limit, total: rows[0]?.total ?? 0 }),
  };
}

/** Reads the trades that an order made when it was placed. */
export async function readFillsOf(db: Database, orderId: number) {
  const { rows } = await sql<{ shares: number; price: number; royalty: number }>`
    select shares, price_cents as price, royalty_cents as royalty from market_fills where block_index = ${orderId} order by position
  `.execute(db);
  return rows.map(describeFill);
}

export const describeFill = ({ shares, price, royalty }: { shares: number; price: number; royalty: number }) => ({
  shares,
  pricePerShare: price / 100,
  royalty: royalty / 100,
});

/** Reads the call with the steps of a block that moved cash. */
export async function readCallWithBlock({ database, network: { chain } }: Market, index: number) {
  const { rows } = await sql<{ hash: Buffer; state: CallStatus }>`
    select coalesce(mined_hash, hash) as hash, state from market_calls where block_index <= ${index} and sequence is not null
    order by block_index desc, nonce desc limit 1
  `.execute(database);
  const call = present(rows[0], 'The block was written with its call');
  return {
    txHash: hexOf(call.hash),
    txStatus: call.state,
    network: chain.networkName,
    isLocal: chain.isEmbedded,
  };
}

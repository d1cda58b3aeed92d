import { sql } from 'kysely';
import { int8Array } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';
import { custodyAddress } from '../holders.ts';

/** A stored open order. What its block states about it never changes. */
export type StoredOrder = {
  readonly orderId: number;
  readonly tokenId: number;
  readonly custody: Buffer;
  readonly side: string;
  readonly shares: number;
  readonly price: number;
  readonly remainder: string;
  /** When it expires, in seconds since 1970. */
  readonly seconds: number;
};

/** What differs from its block in a book. */
export type Altered = { readonly tokenId: number; readonly problem: string };

/** Compared orders that a process keeps, of 250 bytes each. With more, it compares all again. */
const COMPARED_MAX = 100_000;

/**
 * Returns a function that finds the orders whose token, owner, side, shares, price, terms or expiry differs from the block that placed
 * them. Blocks never change, so a row that was compared is not compared again until it changes: where several servers trade, books are read often.
 */
export function createOrderComparison(database: Database): (orders: readonly StoredOrder[]) => Promise<Altered[]> {
  /** The fields of each order that equals its block. */
  const compared = new Map<number, string>();
  return async (orders) => {
    const addressOf = createAddresses();
    const unknown = orders
      .map((order) => ({ ...order, kept: [...fieldsOf(order), addressOf(order.custody)].join(' ') }))
      .filter(({ orderId, kept }) => compared.get(orderId) !== kept);
    if (unknown.length === 0) return [];
    const stated = await readStated(
      database,
      unknown.map(({ orderId }) => orderId),
    );
    if (compared.size + unknown.length > COMPARED_MAX) compared.clear();
    return unknown.flatMap(({ orderId, tokenId, kept }) => {
      const told = stated.get(orderId);
      if (told !== kept)
        return [
          { tokenId, problem: `order ${orderId} is stored as ${kept}, and its block states ${told ?? 'no order'}` },
        ];
      compared.set(orderId, kept);
      return [];
    });
  };
}

const fieldsOf = ({ tokenId, side, shares, price, remainder, seconds }: StoredOrder) => [
  tokenId,
  side,
  shares,
  price,
  remainder,
  seconds,
];

/** Derives each address from its id once. The stored address could be another one. */
function createAddresses(): (custody: Buffer) => string {
  const known = new Map<string, string>();
  return (custody) => {
    const key = custody.toString('hex');
    const address = known.get(key) ?? custodyAddress(custody);
    known.set(key, address);
    return address;
  };
}

async function readStated(db: Database, orderIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ index: number; told: string }>`
    select index, concat_ws(' ', d->>'token', d->>'side', d->>'shares', d->>'price_cents', d->>'remainder', d->>'expires_at',
      d->>'address') as told
    from ledger_blocks cross join lateral (select data::jsonb as d) as stated
    where index = any(${int8Array(orderIds)}::bigint[]) and domain = 'market' and action = 'market.order_placed'
  `.execute(db);
  return new Map(rows.map(({ index, told }) => [index, told]));
}

import { present } from '#platform/contract/present.ts';
import type { OrderRow } from './order-row.ts';
import type { OrderChange, TradingBatch } from './trading-state.ts';

/** The state of an order after its own block. */
export type Placed = {
  readonly row: Omit<OrderRow, 'property_id' | 'hash' | 'state'>;
  readonly fills: readonly { readonly shares: number; readonly price: number; readonly royalty: number }[];
  /** Returns the hash of the call that contains it. Known once the batch is signed. */
  hash(): `0x${string}`;
};

/** Captures the order placed by the block at `index`, before other requests of the batch change it. Undefined: it placed none. */
export function notePlaced(batch: TradingBatch, index: number): Placed | undefined {
  const change = batch.orders.get(index);
  if (change?.placed === undefined) return undefined;
  const { at, step } = change.placed;
  const fills: Placed['fills'][number][] = [];
  for (let n = batch.fills.length - 1; batch.fills[n]?.blockIndex === index; n -= 1)
    fills.unshift(present(batch.fills[n], 'It was just read'));
  return {
    row: toRow(change, at),
    fills,
    hash: () => present(callOf(batch, step), 'A batch is written after it is signed').hash,
  };
}

const callOf = ({ calls }: TradingBatch, step: number) => calls.find(({ from, to }) => from <= step && step < to);

const toRow = ({ order, filled, traded, ended }: OrderChange, at: number): Placed['row'] => ({
  order_id: order.orderId,
  side: order.side,
  shares: order.shares,
  price_cents: order.price,
  open: order.open,
  filled,
  traded_cents: traded,
  ended: order.open > 0 ? null : (ended ?? 'filled'),
  expires_at: new Date(order.expiresAt).toISOString(),
  placed_at: new Date(at).toISOString(),
});

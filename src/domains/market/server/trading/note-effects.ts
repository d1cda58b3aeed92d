import type { Order } from './book/order.ts';
import type { Movement } from './book/settlement.ts';
import { moveBalance } from './moves-in-flight.ts';
import type { Step } from './step.ts';
import type { OrderChange, Posting, TradingBatch } from './trading-state.ts';

/** Adds a step to the calls of the batch, and returns its index. */
export function takeStep(batch: TradingBatch, blockIndex: number, at: number, step: Step): number {
  return batch.steps.push({ ...step, blockIndex, at }) - 1;
}

/** Adds a posting, and applies it to the balances in the batch. */
export function notePosting(
  batch: TradingBatch,
  blockIndex: number,
  reason: Posting['reason'],
  movement: Movement,
): void {
  const posting = { ...movement, blockIndex, reason };
  batch.postings.push(posting);
  moveBalance(batch.balances, posting);
}

/** Returns the change of an order in the batch, to add to it. */
export function changeOf(batch: TradingBatch, order: Order, tokenId: number): OrderChange {
  const known = batch.orders.get(order.orderId);
  if (known !== undefined) return known;
  const change = { order, tokenId, placed: undefined, filled: 0, returned: 0, traded: 0, ended: undefined };
  batch.orders.set(order.orderId, change);
  return change;
}

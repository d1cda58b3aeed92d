import { cashLeft } from './cash-left.ts';
import { cashReceived } from './cash-received.ts';
import { incomeClaimed, incomeDeclared } from './income.ts';
import type { Move, MoveData } from './move.ts';
import { nothing } from './nothing.ts';
import { sharesArrived, sharesReturned, sharesWithdrawn } from './shares-outside.ts';

/** What blocks move without an order, by their action. Judging a request and replaying its block share these functions, so they agree. */
const moveKinds: Readonly<Record<string, (data: MoveData) => Move>> = {
  'market.cash_received': cashReceived,
  'market.shares_withdrawn': sharesWithdrawn,
  'market.shares_returned': sharesReturned,
  'market.shares_arrived': sharesArrived,
  'market.income_declared': incomeDeclared,
  'market.income_claimed': incomeClaimed,
  'market.cash_taken_back': cashLeft,
  'market.cash_paid_out': cashLeft,
  'market.payout_returned': cashReceived,
  'market.payout_sent': nothing,
  // States a payment. Its cash moves by a block of its own.
  'market.deposit_opened': nothing,
  'market.deposit_completed': nothing,
  'market.deposit_failed': nothing,
  'market.deposit_reversed': nothing,
};

/** Returns what a block moves, or undefined if blocks with its action move nothing. */
export function moveOf(action: string, data: MoveData): Move | undefined {
  return moveKinds[action]?.(data);
}

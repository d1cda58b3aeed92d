import type { PaymentMethod } from '#domains/payments/contract.ts';
import { balanced, move } from '../books.ts';
import { stateTransfers } from '../digital/paid-transfers.ts';
import type { PaidTransfer } from '../digital/receipts.ts';
import type { Origin } from '../money-uses.ts';
import { paymentBlockTypes } from './payment-block-types.ts';

/** Money that arrived by a method and belongs to nothing yet. */
const suspenseOf = (method: PaymentMethod) => `suspense:${method}`;
/** Money of the bank that arrived and belongs to nothing yet. */
export const SUSPENSE = 'suspense:bank';
/** Money of the bank that arrived. */
export const CLEARING = 'clearing:bank';

/** Money that enters suspense, or is paid back out of it. */
export type SuspenseRequest = {
  readonly act: 'received' | 'returned';
  /** The line of a statement, or the id of held money. */
  readonly line: string;
  /** A bank transfer if it is left out. */
  readonly method?: PaymentMethod;
  readonly cents: number;
  /** The transfer that brought it, if it came on a chain. */
  readonly transfers?: readonly PaidTransfer[] | undefined;
  /** Undefined: no person decided it. */
  readonly user?: string | undefined;
};

/**
 * Returns the block of money that enters or leaves suspense, with its postings. What its money comes from is claimed beside it, so that
 * money enters once and leaves once.
 */
export function judgeSuspense({ act, line, cents, user, transfers, method = 'bank' }: SuspenseRequest) {
  const [suspense, clearing] = [suspenseOf(method), `clearing:${method}`];
  const [from, to] = act === 'received' ? [suspense, clearing] : [clearing, suspense];
  const draft = paymentBlockTypes.draft({
    action: `payments.money_${act}`,
    ...(user === undefined ? {} : { user }),
    line,
    method,
    amount_cents: cents,
    ...stateTransfers(transfers),
  });
  return { draft, postings: balanced(move(from, to, cents)) };
}

/** Returns what the money of a request comes from. */
export const originOf = ({ act, line, cents, transfers, method = 'bank' }: SuspenseRequest): Origin => ({
  transfers,
  moves: { line, does: act === 'received' ? 'enters' : 'leaves', method, cents },
});

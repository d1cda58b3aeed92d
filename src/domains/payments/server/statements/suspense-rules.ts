import type { PaymentMethod } from '#domains/payments/contract.ts';
import { balanced, move } from '../books.ts';
import { stateTransfers } from '../digital/paid-transfers.ts';
import type { PaidTransfer } from '../digital/receipts.ts';
import type { Origin } from '../money-uses.ts';
import { paymentBlockTypes } from './payment-block-types.ts';

/** The account of money that arrived by a method and is not assigned yet. */
const suspenseOf = (method: PaymentMethod) => `suspense:${method}`;
/** The account of money that arrived by bank and is not assigned yet. */
export const SUSPENSE = 'suspense:bank';
/** The account of money that arrived by bank. */
export const CLEARING = 'clearing:bank';

/** Money that enters suspense, or is paid back out of it. */
export type SuspenseRequest = {
  readonly act: 'received' | 'returned';
  /** The line of a statement, or the id of held money. */
  readonly line: string;
  /** Defaults to a bank transfer. */
  readonly method?: PaymentMethod;
  readonly cents: number;
  /** The transfer that brought it, if it came on a chain. */
  readonly transfers?: readonly PaidTransfer[] | undefined;
  /** Undefined: no person decided it. */
  readonly user?: string | undefined;
};

/**
 * Returns the block of money that enters or leaves suspense, with its postings. The caller claims the origin of the money, so that
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

/** Returns the origin of a request's money. */
export const originOf = ({ act, line, cents, transfers, method = 'bank' }: SuspenseRequest): Origin => ({
  transfers,
  moves: { line, does: act === 'received' ? 'enters' : 'leaves', method, cents },
});

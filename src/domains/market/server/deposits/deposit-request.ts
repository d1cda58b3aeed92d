import type { Draft } from '#domains/ledger/server/index.ts';
import { paymentNotFound, paymentSettled } from '#domains/payments/contract.ts';
import type { LineMove, PaidTransfer, PaymentRow, PendingFor, Posting } from '#domains/payments/server/index.ts';
import { AppError } from '#platform/contract/errors.ts';

/** The position of the block that a request would become; `at` in milliseconds since 1970. */
export type Position = { readonly index: number; readonly at: number };

/** The effect of an accepted request: its block, and the rows that commit with it. */
export type DepositChange = {
  readonly draft: Draft;
  /** Payments as they are after it. */
  readonly payments: readonly PaymentRow[];
  readonly postings: readonly Posting[];
  /** What cash a payment brings to the account with a custody, or takes from it if negative. */
  readonly due?: { readonly paymentId: string; readonly custody: string; readonly cents: number } | undefined;
};

export type DepositView = {
  payment(paymentId: string): PaymentRow | undefined;
  /** Counts the deposits that the payer announced and that have not arrived. */
  pending(of: PendingFor): number;
};

/** A request about a deposit: what it needs, and its rules. */
export type DepositRequest = {
  readonly paymentIds?: readonly string[];
  /** The transfers on a chain that its money rests on. Each can pay once. */
  readonly transfers?: readonly PaidTransfer[];
  /** The line of a statement, or the held money, that it takes its money from. It is used once. */
  readonly moves?: LineMove;
  readonly pendingOf?: PendingFor;
  /** Returns the effect of the request. Throws an `AppError` to refuse it. Pure, because a lost batch is judged again. */
  judge(view: DepositView, position: Position): DepositChange;
};

export function requirePayment(view: DepositView, paymentId: string): PaymentRow {
  const payment = view.payment(paymentId);
  if (payment === undefined) throw noSuchDeposit(paymentId);
  return payment;
}

export function requirePending(view: DepositView, paymentId: string): PaymentRow {
  const payment = requirePayment(view, paymentId);
  if (payment.state === 'pending') return payment;
  throw new AppError(paymentSettled, `The deposit ${paymentId} is ${payment.state} already.`, {
    hint: 'A completed deposit can be taken back.',
  });
}

export const noSuchDeposit = (paymentId: string) =>
  new AppError(paymentNotFound, `There is no deposit ${paymentId}.`, { hint: 'Open the list of deposits.' });

import type { Draft } from '#domains/ledger/server/index.ts';
import { paymentNotFound, paymentSettled } from '#domains/payments/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Posting } from '../books.ts';
import type { PaidTransfer } from '../digital/receipts.ts';
import type { LineMove } from '../line-uses.ts';
import type { PaymentRow, PendingFor } from '../payments.ts';
import type { Due, OneSubject } from './settings.ts';

/** The position of the block that a request would become; `at` in milliseconds since 1970. */
export type Position = { readonly index: number; readonly at: number };

/** The effect of an accepted request: its block, and the rows that commit with it. */
export type Change = {
  readonly draft: Draft;
  /** Payments as they are after it. */
  readonly payments: readonly PaymentRow[];
  readonly postings: readonly Posting[];
  readonly due?: Omit<Due, 'blockIndex'> | undefined;
};

export type View = {
  payment(paymentId: string): PaymentRow | undefined;
  /** Counts the payer's pending payments. */
  pending(of: PendingFor): number;
  /** Returns what completed payments brought to a subject in cents, without the fees of methods. */
  paid(subject: string): number;
};

/** A request about a payment: what it needs, and its rules. */
export type OneSubjectRequest = {
  readonly paymentIds?: readonly string[];
  /** The transfers on a chain that back its money. Each can pay once. */
  readonly transfers?: readonly PaidTransfer[];
  /** The bank line or held money that it takes its money from. It is used once. */
  readonly moves?: LineMove;
  readonly pendingOf?: PendingFor;
  /** The subject for which it reads what was paid. */
  readonly paidOn?: string;
  /** Returns the effect of the request. Throws an `AppError` to refuse it. Pure, because a lost batch is judged again. */
  judge(view: View, position: Position): Change;
};

export function requirePayment(of: OneSubject, view: View, paymentId: string): PaymentRow {
  const payment = view.payment(paymentId);
  if (payment === undefined) throw noSuchPayment(of, paymentId);
  return payment;
}

export function requirePendingOf(of: OneSubject, view: View, paymentId: string): PaymentRow {
  const payment = requirePayment(of, view, paymentId);
  if (payment.state === 'pending') return payment;
  const { words } = of;
  throw new AppError(paymentSettled, `The ${words.one} ${paymentId} is ${payment.state} already.`, {
    hint: `A completed ${words.one} can be taken back.`,
  });
}

export const noSuchPayment = ({ words }: Pick<OneSubject, 'words'>, paymentId: string) =>
  new AppError(paymentNotFound, `No ${words.one} ${paymentId} was found.`, {
    hint: `Open the list of ${words.many}.`,
  });

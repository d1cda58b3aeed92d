import type { NextStep, PaymentMethod, PaymentOption, TestCard } from '#domains/payments/contract.ts';
import type { StoredCardRow } from './cards/stored/stored-cards.ts';
import type { Evidence } from './payee.ts';
import type { PaymentRow } from './payments.ts';

/** What a payer chooses in addition to amount and method. */
export type PayDetails = {
  readonly card?: TestCard | undefined;
  /** A card that the payer stored, which is charged while the payer is away. */
  readonly stored?: StoredCardRow | undefined;
};

/** A payment method. It does not depend on what is paid for. */
export type Method = {
  readonly method: PaymentMethod;
  /** Returns whether the method is offered now, with its cost or the reason why it is not. */
  option(): PaymentOption | Promise<PaymentOption>;
  /** Returns the reference by which the money of a payment will be recognized, if it has one. */
  reference(paymentId: string): string | null;
  /**
   * Returns the payer's next step for a pending payment. The same payment gets the same answer. Null: the money is
   * there as soon as the payment is opened, so that it never waits.
   */
  readonly next: ((payment: PaymentRow) => Promise<NextStep | null>) | null;
  /** Reports whether, with these details, the money arrives as soon as the payment is opened. */
  readonly arrives?: (details: PayDetails) => boolean;
  /**
   * Starts taking the money of a payment that is pending in the tables. Safe to repeat. It may settle the payment. If the process
   * dies before or within it, the method's own rounds find the payment later.
   */
  readonly start?: (payment: PaymentRow, details: PayDetails) => Promise<void>;
  /** Present if the method's payments are transactions on a chain. */
  readonly transactions?: Transactions;
};

/** A payment that is about to be opened. What it pays is owed since `billedAt`, in milliseconds since the epoch. */
export type Prepared = {
  readonly paymentId: string;
  readonly reference: string | null;
  readonly amountCents: number;
  readonly billedAt: number;
};

/** A transaction that a payer names, and what it is to pay. */
export type TransactionOf = {
  readonly txHash: string;
  /** The account that names it; null for a visitor. */
  readonly accountId: string | null;
  readonly kind: string;
  readonly subject: string;
  readonly amountCents: number;
  readonly billedAt: number;
};

/** How payments are matched with the transactions that pay them. */
export type Transactions = {
  /**
   * Returns the payment for the same subject that a transaction belongs to, or undefined if it may pay a new one. Another payer who named
   * it before has no claim to it. Writes nothing.
   *
   * @throws AppError `payments.transaction_refused`, `payments.transaction_used` if it can never pay
   */
  find(transaction: TransactionOf): Promise<string | undefined>;
  /** Stores what a payment may be paid with, before it is opened. */
  prepare(payment: Prepared): Promise<void>;
  /** Verifies a transaction for a payment now, and settles the payment if it counts. Otherwise the chain is followed. */
  verify(paymentId: string, txHash: string): Promise<void>;
  /**
   * Returns the amount with which a person settles a payment, and its evidence: money on the chain that no rule can assign.
   *
   * @throws AppError `payments.settled_by_chain` if there is none, `request.invalid` if its worth is not stated
   */
  decide(paymentId: string, arrivedCents: number | undefined): Promise<{ cents: number; evidence: Evidence }>;
};

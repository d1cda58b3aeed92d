import type { NextStep, PaymentMethod, PaymentOption, TestCard } from '#domains/payments/contract.ts';
import type { PaymentRow } from './payments.ts';

/** What a payer chooses beside amount and method. */
export type PayDetails = { readonly card?: TestCard | undefined };

/** A way to take money. It knows nothing about what is paid for. */
export type Method = {
  readonly method: PaymentMethod;
  /** Returns whether the method is offered now, with what it costs or why it is not. */
  option(): PaymentOption | Promise<PaymentOption>;
  /** Returns the reference by which the money of a payment will be recognized, if it has one. */
  reference(paymentId: string): string | null;
  /**
   * Returns what the payer does so that a pending payment arrives. The same payment gets the same answer. Null: the money is
   * there as soon as the payment is opened, so that it never waits.
   */
  readonly next: ((payment: PaymentRow) => Promise<NextStep | null>) | null;
  /** Reports whether, with these details, the money is there as soon as the payment is opened. */
  readonly arrives?: (details: PayDetails) => boolean;
  /**
   * Starts taking the money of a payment that is pending in the tables. Safe to repeat. It may settle the payment. If the process
   * dies before or within it, the method's own rounds find the payment later.
   */
  readonly start?: (payment: PaymentRow, details: PayDetails) => Promise<void>;
};

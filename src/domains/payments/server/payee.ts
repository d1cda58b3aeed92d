import type { CapabilityHolder } from '#domains/participants/contract.ts';
import type { PaymentMethod } from '#domains/payments/contract.ts';
import type { IdempotencyKey } from '#platform/server/database/idempotency-keys.ts';
import type { PaidTransfer } from './digital/receipts.ts';

/** Who processes money that arrived: an account, or the server on behalf of one. */
export type Clerk = CapabilityHolder & { readonly username: string };

/**
 * The domain that is paid, as the payment methods see it. Each act is a block with its postings, and is durable when the promise
 * settles. Every act rejects with `payments.not_found` for a payment of another kind and with `payments.settled` for one that is
 * no longer in the required state, so that a repeated notice of a bank, card provider or chain changes nothing.
 */
export type Payee = {
  /** How a provider names a payment to its payer, and where the payer returns to. Absent: by its subject, to the page of the methods. */
  readonly shown?: Shown;
  /** The payee of bank transfers, with bank and account; null if it is not configured. Absent: the city. */
  readonly bankAccount?: string | null;
  /**
   * Completes a pending payment with the cents that arrived. Money beyond what is owed becomes credit.
   * `user` is the account that confirmed it; undefined if the method confirmed it automatically.
   */
  settle(
    paymentId: string,
    arrivedCents: number | undefined,
    user: string | undefined,
    evidence?: Evidence,
  ): Promise<void>;
  /** Closes a pending payment whose money will not arrive. */
  fail(paymentId: string, reason: string, user: string | undefined): Promise<void>;
  /**
   * Takes back a completed payment, or a part of it, by a new entry, and returns the id of that entry. Taking back a reversal
   * makes its amount count again, as after a dispute that the city won.
   */
  reverse(paymentId: string, reason: string, user: string | undefined, part?: Part): Promise<string>;
  /**
   * Reports whether an account may confirm that money arrived for it or left again, by a bank line or by assigning it. Absent: every
   * account with access to statements and held money may.
   */
  readonly mayConfirm?: (by: Clerk) => boolean;
  /** Handles money that no pending payment announced. Without it, such money stays in suspense. */
  readonly unannounced?: Unannounced;
};

/** What a payer sees of payments at a provider. */
export type Shown = {
  /** Returns what is paid for, by the subject: `Property tax, 1234`. */
  title(subject: string): string;
  /** Returns the page to come back to, as a path with its query. */
  path(paymentId: string): string;
};

/** The evidence that money arrived: the bank line, or the transaction on a chain that paid, which is the largest of several. */
export type Evidence = {
  readonly source?: MoneySource | undefined;
  readonly txHash?: string | undefined;
  /** The day on which the money arrived (`YYYY-MM-DD`), as an account states it. Absent: the day in `source`, or now. */
  readonly arrivedOn?: string | undefined;
  /** The transfers that back the money. Each can pay once. */
  readonly transfers?: readonly PaidTransfer[] | undefined;
};

/** Where the money of a payment comes from, if not from the method alone. */
export type MoneySource = {
  /** The account of the books that it is taken from. */
  readonly account: string;
  /** The line of a bank statement, or the id of held money. It becomes part of the block. */
  readonly line: string;
  /** A repeated call with the same key changes nothing. */
  readonly key: IdempotencyKey;
  /** How the money arrived, if not by a bank transfer. */
  readonly method?: PaymentMethod;
  /** The day on which the bank booked it (`YYYY-MM-DD`). The money counts as paid on it. */
  readonly bookedOn?: string;
};

export type Unannounced = {
  /** Returns the subject that a person names, such as the invoice with a number. Throws if there is none. Absent: the name is the subject. */
  readonly resolve?: (name: string) => Promise<string>;
  /** Finds what is paid for in the texts of transfers, such as the number of a bill: one list for each text. */
  recognize(texts: readonly string[]): Promise<readonly (readonly Recognized[])[]>;
  /**
   * Records money that arrived for a subject, as a completed payment, and returns its id. If it came with the reference of a payment that was
   * settled before, it pays on the parts of that payment.
   */
  receive(subject: string, cents: number, user: string, source: MoneySource, settledBefore?: string): Promise<string>;
};

export type Recognized = {
  readonly subject: string;
  /** The reason in a few words: `Bill 2026-ABCD-EFGH-JKMN`. */
  readonly reason: string;
  /** Present if the text identifies it without a person: by a reference with check digits, or by a number together with these cents. */
  readonly certain?: 'reference' | { readonly cents: number };
};

/**
 * A part of a payment in cents. Requests with the same key take it back once, so that several processes may handle one notice
 * of a provider.
 */
export type Part = {
  readonly cents?: number | undefined;
  readonly key?: string | undefined;
  /** True if an account takes it back, regardless of the method's state. The method then does not change this part. */
  readonly byHand?: boolean;
};

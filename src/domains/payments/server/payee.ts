/**
 * The domain that is paid, as the payment methods see it. Each act is a block with its postings, and is durable when the promise
 * settles. Every act rejects with `payments.not_found` for a payment of another kind and with `payments.settled` for one that is
 * no longer in the state it needs, so that a repeated notice of a bank, card provider or chain changes nothing.
 */
export type Payee = {
  /**
   * Completes a pending payment with the cents that arrived. Money beyond what is owed becomes credit.
   * `user` is the account that confirmed it; undefined if the method did by itself.
   */
  settle(paymentId: string, arrivedCents: number | undefined, user: string | undefined): Promise<void>;
  /** Closes a pending payment whose money will not arrive. */
  fail(paymentId: string, reason: string, user: string | undefined): Promise<void>;
  /** Takes back a completed payment by a new entry, and returns the id of that entry. */
  reverse(paymentId: string, reason: string, user: string | undefined): Promise<string>;
};

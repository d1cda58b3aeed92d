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
  /**
   * Takes back a completed payment, or a part of it, by a new entry, and returns the id of that entry. Taking back a reversal
   * makes its amount count again, as after a dispute that the city won.
   */
  reverse(paymentId: string, reason: string, user: string | undefined, part?: Part): Promise<string>;
};

/**
 * A part of a payment in cents. Requests with the same key take it back once, so that several processes may act on one notice
 * of a provider.
 */
export type Part = { readonly cents?: number | undefined; readonly key?: string | undefined };

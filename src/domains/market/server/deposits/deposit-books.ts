/** The kind of payments that become cash to trade with. */
export const SHARE_CASH = 'share_cash';

/** The accounts of the books that deposits and payouts move. */
export const books = {
  /** What the city owes to the accounts of the market: the cash that came by payments, less payouts. */
  owed: 'payable:shares',
  /** Deposits that were announced and have not arrived. It equals the sum expected of them. */
  promised: 'promised:shares',
  /** Payouts that were requested and not sent. */
  payouts: 'payable:payouts',
  /** Money at the bank. */
  bank: 'clearing:bank',
} as const;

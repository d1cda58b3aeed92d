export type Side = 'buy' | 'sell';

/**
 * The policy for the part of an order that does not trade immediately. `rest`: it waits in the book. `cancel` (immediate or cancel): it is
 * returned. `all` (fill or kill): nothing trades unless everything does. `post` (post only): nothing may trade immediately.
 */
export type Remainder = 'rest' | 'cancel' | 'all' | 'post';

/** An order for shares of one property. Amounts are integers: shares, and cents for each share. */
export type Order = {
  /** The index of the block that placed it. */
  readonly orderId: number;
  readonly account: string;
  readonly side: Side;
  readonly shares: number;
  readonly price: number;
  readonly remainder: Remainder;
  /** Milliseconds since 1970. From then on the order does not trade. */
  readonly expiresAt: number;
  /** Shares that have not traded and are not returned. Changed by the book only. */
  open: number;
};

/** A trade between a new order and one that rested in the book, at the price of the resting order. */
export type Fill = { readonly maker: Order; readonly taker: Order; readonly shares: number; readonly price: number };

/** An order that left the book with shares open, and why. `self`: it would have traded with its own account. */
export type Return = { readonly order: Order; readonly shares: number; readonly why: 'canceled' | 'expired' | 'self' };

import type { Fill, Order, Return } from './order.ts';

/** An asset that moves: the shares of a token, by its number, or cents of cash. */
export type Asset = number | 'cash';

/** A movement of an amount on one account: of its usable part (`free`), or of the part its open orders hold (`held`). */
export type Movement = {
  readonly account: string;
  readonly asset: Asset;
  readonly part: 'free' | 'held';
  readonly amount: number;
};

/** The receiver of a part of each sale, and the part in basis points. */
export type Royalty = { readonly issuer: string; readonly basisPoints: number };

const BASIS = 10_000;

/** Returns the royalty of a sale in cents, rounded down. The issuer pays none to itself. */
export function royaltyOf(seller: string, cents: number, { issuer, basisPoints }: Royalty): number {
  // The product may exceed 2^53.
  return seller === issuer ? 0 : Number((BigInt(cents) * BigInt(basisPoints)) / BigInt(BASIS));
}

/** Returns what an order holds while `shares` of it are open: its shares, or their cost at its limit. */
export function escrowOf({ side, price }: Order, tokenId: number, shares: number) {
  return side === 'sell' ? { asset: tokenId, amount: shares } : { asset: 'cash' as const, amount: shares * price };
}

/** Moves the amount that a new order may need from the free part to the held part. */
export const movementsOfPlacing = (order: Order, tokenId: number): Movement[] =>
  move(order, tokenId, order.shares, 'held');

/** Moves the amount that an order no longer needs back to the free part. */
export const movementsOfReturn = ({ order, shares }: Return, tokenId: number): Movement[] =>
  move(order, tokenId, shares, 'free');

/**
 * Exchanges shares for cash. The buyer pays the price of the trade and gets back the cash held above it; the seller gets the cash
 * without the royalty. The movements of each asset sum to zero.
 */
export function movementsOfFill({ maker, taker, shares, price }: Fill, tokenId: number, royalty: Royalty): Movement[] {
  const [buy, sell] = taker.side === 'buy' ? [taker, maker] : [maker, taker];
  const cents = shares * price;
  const due = royaltyOf(sell.account, cents, royalty);
  const held = escrowOf(buy, tokenId, shares).amount;
  return [
    { account: sell.account, asset: tokenId, part: 'held' as const, amount: -shares },
    { account: buy.account, asset: tokenId, part: 'free' as const, amount: shares },
    { account: buy.account, asset: 'cash' as const, part: 'held' as const, amount: -held },
    { account: buy.account, asset: 'cash' as const, part: 'free' as const, amount: held - cents },
    { account: sell.account, asset: 'cash' as const, part: 'free' as const, amount: cents - due },
    { account: royalty.issuer, asset: 'cash' as const, part: 'free' as const, amount: due },
  ].filter(({ amount }) => amount !== 0);
}

function move(order: Order, tokenId: number, shares: number, to: Movement['part']): Movement[] {
  const { asset, amount } = escrowOf(order, tokenId, shares);
  const { account } = order;
  return [
    { account, asset, part: to, amount },
    { account, asset, part: to === 'free' ? 'held' : 'free', amount: -amount },
  ];
}

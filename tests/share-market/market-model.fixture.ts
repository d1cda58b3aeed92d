import type { Hex } from 'viem';
import { addressOf, steps } from './market.fixture.ts';

/** The participants, and their shares of each token at its issue. The first holder of a token is its issuer. */
export const NAMES = ['issuer', 'ada', 'ben', 'eve'] as const;
export const ISSUES = [
  { tokenId: 1n, holders: { issuer: 1_000n, ada: 500n }, royalty: 250n, isPublic: true, allowed: [] as string[] },
  { tokenId: 2n, holders: { ada: 700n, eve: 300n }, royalty: 1_000n, isPublic: false, allowed: ['ben', 'ada'] },
];
/** The name of a wallet with a key, which is not an allowed receiver. */
export const WALLET = 'wallet';

export type Order = {
  readonly orderId: bigint;
  readonly name: string;
  readonly tokenId: bigint;
  readonly side: 'purchase' | 'sale';
  readonly price: bigint;
  readonly expiresAt: bigint;
  open: bigint;
};

export type Step =
  | { readonly kind: 'deposit'; readonly name: string; readonly cents: bigint }
  | { readonly kind: 'withdraw'; readonly name: string; readonly cents: bigint }
  | { readonly kind: 'place'; readonly order: Order }
  | { readonly kind: 'fill'; readonly maker: bigint; readonly taker: bigint; readonly amount: bigint }
  | { readonly kind: 'close'; readonly orderId: bigint }
  | { readonly kind: 'withdrawTo'; readonly name: string; readonly tokenId: bigint; readonly amount: bigint };

/** The expected state of the contracts. Shares and held shares are by token and name. */
export type World = {
  readonly cash: Map<string, bigint>;
  readonly shares: Map<string, bigint>;
  readonly held: Map<string, bigint>;
  readonly orders: Map<bigint, Order>;
  total: bigint;
  time: bigint;
};

/** A rule of the market that a step breaks, by the name of the contract's error. */
export class Refused extends Error {}

export const keyOf = (tokenId: bigint, name: string) => `${tokenId} ${name}`;
const of = <Key>(amounts: Map<Key, bigint>, key: Key) => amounts.get(key) ?? 0n;
const add = <Key>(amounts: Map<Key, bigint>, key: Key, amount: bigint) => amounts.set(key, of(amounts, key) + amount);
const refuseIf = (broken: boolean, error: string) => {
  if (broken) throw new Refused(error);
};

export function newWorld(): World {
  const shares = ISSUES.flatMap(({ tokenId, holders }) =>
    Object.entries(holders).map(([name, amount]) => [keyOf(tokenId, name), amount] as const),
  );
  return { cash: new Map(), shares: new Map(shares), held: new Map(), orders: new Map(), total: 0n, time: 0n };
}

/** Takes a step by the rules of the market. @throws Refused */
export function takeStep(world: World, step: Step): void {
  if (step.kind === 'deposit') {
    add(world.cash, step.name, step.cents);
    world.total += step.cents;
  } else if (step.kind === 'withdraw') {
    refuseIf(of(world.cash, step.name) < step.cents, 'NotEnoughCash');
    add(world.cash, step.name, -step.cents);
    world.total -= step.cents;
  } else if (step.kind === 'place') place(world, step.order);
  else if (step.kind === 'fill') fill(world, step);
  else if (step.kind === 'close') close(world, step.orderId);
  else withdrawTo(world, step);
}

function place({ cash, shares, held, orders, time }: World, order: Order): void {
  const key = keyOf(order.tokenId, order.name);
  refuseIf(orders.has(order.orderId), 'OrderExists');
  refuseIf(order.open === 0n || order.price === 0n, 'EmptyOrder');
  refuseIf(order.expiresAt <= time, 'Expired');
  if (order.side === 'sale') {
    refuseIf(of(shares, key) - of(held, key) < order.open, 'NotEnoughShares');
    add(held, key, order.open);
  } else {
    refuseIf(of(cash, order.name) < order.open * order.price, 'NotEnoughCash');
    add(cash, order.name, -order.open * order.price);
  }
  orders.set(order.orderId, { ...order });
}

function fill({ cash, shares, held, orders, time }: World, step: Step & { kind: 'fill' }): void {
  const [maker, taker] = [step.maker, step.taker].map((orderId) => {
    const order = orders.get(orderId);
    refuseIf(order === undefined || step.amount === 0n || order.open < step.amount, 'NotOpen');
    refuseIf(order!.expiresAt <= time, 'Expired');
    order!.open -= step.amount;
    return order!;
  }) as [Order, Order];
  refuseIf(maker.side === taker.side, 'SameSide');
  refuseIf(maker.tokenId !== taker.tokenId, 'DifferentTokens');
  refuseIf(maker.name === taker.name, 'SelfTrade');
  const [sale, purchase] = maker.side === 'sale' ? [maker, taker] : [taker, maker];
  refuseIf(purchase.price < sale.price, 'PricesDoNotMeet');
  const issue = ISSUES.find(({ tokenId }) => tokenId === maker.tokenId)!;
  refuseIf(!issue.isPublic && !issue.allowed.includes(purchase.name), 'MayNotReceive');
  const issuer = Object.keys(issue.holders)[0]!;
  const cents = step.amount * maker.price;
  const royalty = issuer === sale.name ? 0n : (cents * issue.royalty) / 10_000n;
  add(cash, sale.name, cents - royalty);
  add(cash, issuer, royalty);
  add(cash, purchase.name, step.amount * (purchase.price - maker.price));
  add(held, keyOf(maker.tokenId, sale.name), -step.amount);
  add(shares, keyOf(maker.tokenId, sale.name), -step.amount);
  add(shares, keyOf(maker.tokenId, purchase.name), step.amount);
}

function close({ cash, held, orders }: World, orderId: bigint): void {
  const order = orders.get(orderId);
  if (order === undefined || order.open === 0n) throw new Refused('NotOpen');
  if (order.side === 'sale') add(held, keyOf(order.tokenId, order.name), -order.open);
  else add(cash, order.name, order.open * order.price);
  order.open = 0n;
}

function withdrawTo({ shares, held }: World, { tokenId, name, amount }: Step & { kind: 'withdrawTo' }): void {
  const key = keyOf(tokenId, name);
  refuseIf(of(shares, key) - of(held, key) < amount, 'NotEnoughShares');
  if (!ISSUES.find((issue) => issue.tokenId === tokenId)!.isPublic) return;
  add(shares, key, -amount);
  add(shares, keyOf(tokenId, WALLET), amount);
}

/** Encodes a step for the contract. */
export function encodeStep(step: Step, wallet: Hex): Hex {
  if (step.kind === 'deposit') return steps.deposit(step.name, step.cents);
  if (step.kind === 'withdraw') return steps.withdraw(addressOf(step.name), step.cents);
  if (step.kind === 'fill') return steps.fill(step.maker, step.taker, step.amount);
  if (step.kind === 'close') return steps.close(step.orderId);
  if (step.kind === 'withdrawTo') return steps.withdrawTo(addressOf(step.name), step.amount, wallet, step.tokenId);
  const { orderId, name, side, open, price, ...options } = step.order;
  return steps.place(orderId, addressOf(name), side, open, price, options);
}

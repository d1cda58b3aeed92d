import fc from 'fast-check';
import { EARLIER } from './market.fixture.ts';
import { ISSUES, keyOf, NAMES, type Order, Refused, type Step, takeStep, type World } from './market-model.fixture.ts';

/** A step before the open orders are known: numbers that choose among the existing ones. */
export type DrawnStep = {
  readonly kind: Step['kind'];
  readonly pick: number;
  readonly other: number;
  readonly amount: number;
  readonly price: number;
  /** Whether to choose only sensible steps. */
  readonly sensible: boolean;
};
export type DrawnCall = { readonly seconds: number; readonly drawn: readonly DrawnStep[] };

const oneIn = (count: number) => fc.integer({ min: 1, max: count }).map((n) => n === 1);
const weighted = (weights: Readonly<Record<Step['kind'], number>>) =>
  fc.oneof(
    ...Object.entries(weights).map(([kind, weight]) => ({ weight, arbitrary: fc.constant(kind as Step['kind']) })),
  );

export const drawnStep: fc.Arbitrary<DrawnStep> = fc.record({
  kind: weighted({ deposit: 2, withdraw: 1, place: 8, fill: 9, close: 2, withdrawTo: 1 }),
  pick: fc.nat(1_000),
  other: fc.nat(1_000),
  amount: fc.nat(60),
  price: fc.integer({ min: 90, max: 110 }),
  sensible: oneIn(25).map((wild) => !wild),
});

export const drawnCall: fc.Arbitrary<DrawnCall> = fc.record({
  seconds: fc.oneof({ weight: 9, arbitrary: fc.nat(4) }, { weight: 1, arbitrary: fc.constant(-1) }),
  drawn: fc.array(drawnStep, { minLength: 1, maxLength: 8 }),
});

/**
 * Chooses the steps of a call for the current world, and takes them. Returns the next world, or the error with which
 * the contract refuses the call.
 */
export function chooseCall(world: World, { seconds, drawn }: DrawnCall) {
  const next = structuredClone(world);
  next.time = (world.time === 0n ? EARLIER : world.time) + BigInt(seconds);
  const { time } = next;
  const chosen: Step[] = [];
  let refusal: string | undefined = next.time < world.time ? 'WrongTime' : undefined;
  for (const one of drawn) {
    const step = chooseStep(next, one);
    chosen.push(step);
    try {
      if (refusal === undefined) takeStep(next, step);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refusal = error.message;
    }
  }
  return { chosen, refusal, time, next: refusal === undefined ? next : world };
}

const from = <Item>(items: readonly Item[], pick: number): Item | undefined => items[pick % items.length];

function chooseStep(world: World, drawn: DrawnStep): Step {
  const { kind, pick, other, price, sensible } = drawn;
  const name = from(NAMES, pick)!;
  const amount = BigInt(drawn.amount);
  const { tokenId } = from(ISSUES, other)!;
  const key = keyOf(tokenId, name);
  const least = (a: bigint, b: bigint) => (a < b ? a : b);
  const freeCash = world.cash.get(name) ?? 0n;
  const freeShares = (world.shares.get(key) ?? 0n) - (world.held.get(key) ?? 0n);
  if (kind === 'deposit') return { kind, name, cents: amount * 200n };
  if (kind === 'withdraw') return { kind, name, cents: sensible ? least(freeCash, amount) : freeCash + 1n };
  if (kind === 'withdrawTo') return { kind, name, tokenId, amount: sensible ? least(freeShares, 3n) : freeShares + 1n };
  if (kind === 'place') {
    const side = drawn.amount % 2 === 0 ? 'sale' : 'purchase';
    const most = side === 'sale' ? freeShares : freeCash / BigInt(price);
    const orderId = BigInt(sensible ? world.orders.size + 1 : 1 + (pick % (world.orders.size + 1)));
    const open = sensible ? least(most, amount + 1n) : amount;
    // There are no shares to sell and no cash to pay with.
    if (sensible && open === 0n) return { kind: 'deposit', name, cents: 20_000n };
    const expiresAt = world.time + BigInt(sensible ? 3 + (pick % 60) : pick % 2);
    return { kind, order: { orderId, name, tokenId, side, price: BigInt(price), expiresAt, open } };
  }
  const orders = [...world.orders.values()];
  const open = orders.filter((order) => order.open > 0n);
  if (kind === 'fill' && sensible) {
    const [maker, taker] = from(crossing(world, open), pick) ?? [];
    if (maker !== undefined && taker !== undefined) {
      const whole = least(maker.open, taker.open);
      return { kind, maker: maker.orderId, taker: taker.orderId, amount: least(whole, amount + 1n) };
    }
  }
  const [maker, taker] = [from(orders, pick), from(orders, other)];
  if (kind === 'fill' && !sensible && maker !== undefined && taker !== undefined)
    return { kind, maker: maker.orderId, taker: taker.orderId, amount };
  const closing = from(sensible ? open : orders, pick);
  const target = open.find((order) => order.expiresAt > world.time && order.name !== name);
  if (kind === 'fill' && sensible && target !== undefined) return against(world, target, name);
  // If there is no order to close or to trade with, an account gets cash.
  if (sensible && (closing === undefined || kind === 'fill')) return { kind: 'deposit', name, cents: 20_000n };
  return { kind: 'close', orderId: closing?.orderId ?? 1_000_000n };
}

/**
 * Returns an order that trades with another one, if its account has the shares or cash for it, or else a deposit of the
 * cash.
 */
function against({ cash, shares, held, orders, time }: World, target: Order, name: string): Step {
  const { tokenId, price } = target;
  const side = target.side === 'sale' ? 'purchase' : 'sale';
  const key = keyOf(tokenId, name);
  const free =
    side === 'sale' ? (shares.get(key) ?? 0n) - (held.get(key) ?? 0n) : (cash.get(name) ?? 0n) / (price + 1n);
  if (free === 0n) return { kind: 'deposit', name, cents: 20_000n };
  const better = side === 'sale' ? price - 1n : price + 1n;
  const orderId = BigInt(orders.size + 1);
  const open = free < 20n ? free : 20n;
  return { kind: 'place', order: { orderId, name, tokenId, side, price: better, expiresAt: time + 20n, open } };
}

const crossing = (world: World, open: readonly Order[]) =>
  open.flatMap((one) => open.filter((two) => trades(world, one, two)).map((two) => [one, two] as const));

function trades({ time }: World, one: Order, two: Order): boolean {
  const [sale, purchase] = one.side === 'sale' ? [one, two] : [two, one];
  const issue = ISSUES.find(({ tokenId }) => tokenId === one.tokenId)!;
  return (
    one.side !== two.side &&
    one.tokenId === two.tokenId &&
    one.name !== two.name &&
    purchase.price >= sale.price &&
    Math.min(Number(one.expiresAt), Number(two.expiresAt)) > time &&
    (issue.isPublic || issue.allowed.includes(purchase.name))
  );
}

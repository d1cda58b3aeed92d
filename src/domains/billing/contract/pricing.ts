import type { Period } from './calendar.ts';
import type { PlanVersion } from './plans.ts';
import type { BillingCycle } from './subscription.ts';

/** The terms of a subscription. */
export type Terms = {
  readonly plan: PlanVersion;
  readonly cycle: BillingCycle;
  readonly users: number;
  readonly assets: number;
};

export const priceParts = ['users', 'assets'] as const;
export type PricePart = (typeof priceParts)[number];

/** A line of an invoice, an estimate or a preview. Lines in an order are added up without further rounding. */
export type PriceLine = {
  readonly part: PricePart;
  /** `unused` refunds the rest of a period at the earlier terms. */
  readonly kind: 'period' | 'rest' | 'unused';
  readonly terms: Terms;
  readonly quantity: number;
  /** Cents for one unit and month. */
  readonly unitCents: number;
  /** The time that it pays for; `whole` is the period that contains it. */
  readonly from: number;
  readonly until: number;
  readonly whole: Period;
  readonly cents: number;
};

/** An annual price is twelve months less 15 %: 12 × 0.85 = 10.2 months, in tenths. */
const tenthsOfMonths: Readonly<Record<BillingCycle, bigint>> = { monthly: 10n, annual: 102n };

export const unitsOf = (part: PricePart, { users, assets }: Terms): number => (part === 'users' ? users : assets);

export const unitCentsOf = (part: PricePart, { plan }: Terms): number =>
  part === 'users' ? plan.userCents : plan.assetCents;

/** Divides and rounds half to even. The divisor is positive. */
export function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  const sign = dividend < 0n ? -1n : 1n;
  const size = dividend * sign;
  const [whole, rest] = [size / divisor, size % divisor];
  const up = rest * 2n > divisor || (rest * 2n === divisor && whole % 2n === 1n);
  return sign * (up ? whole + 1n : whole);
}

/**
 * The cumulative price F of one part at these terms, from the start of a period until a time in it, in cents: the price of the period times
 * the share of its seconds that have passed, rounded half to even. Any stretch costs F(end) − F(start), so that stretches of a period
 * add up to its price however it is split.
 */
export function priceUntil(part: PricePart, terms: Terms, period: Period, until: number): number {
  const price = BigInt(unitsOf(part, terms)) * BigInt(unitCentsOf(part, terms)) * tenthsOfMonths[terms.cycle];
  const [passed, whole] = [BigInt(until - period.start), BigInt(period.end - period.start)];
  return Number(divideHalfEven(price * passed, 10n * whole));
}

/** Returns the lines of a whole period at these terms. */
export const periodLines = (terms: Terms, period: Period): PriceLine[] =>
  linesOf('period', terms, period, period.start);

/**
 * Returns the lines of a change within a period: the rest of it is charged at the new terms, less the charge at the earlier ones.
 * If the periods change, as from monthly to annual, the new period is charged from `at` on.
 */
export function changeLines(
  before: Terms,
  after: Terms,
  at: number,
  periods: { old: Period; new: Period },
): PriceLine[] {
  const isNew = periods.new.start === at;
  const unused = linesOf('unused', before, periods.old, at);
  const rest = linesOf(isNew ? 'period' : 'rest', after, periods.new, at);
  if (isNew) return [...unused, ...rest];
  // A part that the change leaves alone cancels out.
  const isSame = (part: PricePart) =>
    unitsOf(part, before) === unitsOf(part, after) && unitCentsOf(part, before) === unitCentsOf(part, after);
  return [...unused, ...rest].filter(({ part }) => !isSame(part));
}

const linesOf = (kind: PriceLine['kind'], terms: Terms, whole: Period, from: number): PriceLine[] =>
  priceParts.flatMap((part) => {
    const quantity = unitsOf(part, terms);
    if (quantity === 0) return [];
    const price = priceUntil(part, terms, whole, whole.end) - priceUntil(part, terms, whole, from);
    const cents = kind === 'unused' && price !== 0 ? -price : price;
    return { part, kind, terms, quantity, unitCents: unitCentsOf(part, terms), from, until: whole.end, whole, cents };
  });

/** Adds lines up, in cents. */
export const sumOf = (lines: readonly { readonly cents: number }[]): number =>
  lines.reduce((sum, { cents }) => sum + cents, 0);

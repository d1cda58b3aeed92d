import type { PropertyType, TaxRates } from '#domains/registry/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import type { BillLine, Installment } from './bill-state.ts';
import { endOfDay } from './end-of-day.ts';

/** Divides in whole numbers, rounding half to even. Both are zero or more. */
export function divideHalfEven(dividend: bigint, divisor: bigint): number {
  const whole = dividend / divisor;
  const rest = (dividend % divisor) * 2n;
  const up = rest > divisor || (rest === divisor && whole % 2n === 1n);
  return Number(up ? whole + 1n : whole);
}

export type Taxable = {
  readonly assessedCents: number;
  readonly propertyType: PropertyType;
  /** The part that the city does not own, as shares of `shares`. */
  readonly taxableShares: number;
  readonly shares: number;
};

/**
 * Computes the lines and installments of a bill. Each line is its rate of the assessed value, for the part that is not the
 * city's, rounded half to even in cents. The installments are whole cents that add up to the lines exactly; the last one takes
 * the remainder.
 */
export function computeBill(
  { assessedCents, propertyType, taxableShares, shares }: Taxable,
  rates: TaxRates,
  timeZone: string,
): { lines: BillLine[]; installments: Installment[]; totalCents: number } {
  const lines = rates.lines.map(({ name, rates: byType }): BillLine => {
    const rate = byType[propertyType];
    const cents = divideHalfEven(
      BigInt(assessedCents) * BigInt(rate) * BigInt(taxableShares),
      1_000_000n * BigInt(shares),
    );
    const part = taxableShares === shares ? '' : `, for ${taxableShares} of ${shares} shares`;
    const explanation = `${rate / 1000} mills of ${formatCents(assessedCents)}${part}`;
    return { name, kind: 'tax', cents, explanation };
  });
  const totalCents = lines.reduce((sum, { cents }) => sum + cents, 0);
  let left = totalCents;
  const installments = rates.installments.map(({ due, percent }, n): Installment => {
    const isLast = n === rates.installments.length - 1;
    const cents = isLast ? left : Number((BigInt(totalCents) * BigInt(percent)) / 100n);
    left -= cents;
    return { due, dueAt: endOfDay(due, timeZone), cents, openCents: cents, monthsCharged: 0, penalized: false };
  });
  return { lines, installments, totalCents };
}

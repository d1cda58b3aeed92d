import type { PropertyType, TaxRates } from '#domains/registry/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import type { BillBasis, BillLine, Exempted, Exemption, Installment } from './bill-state.ts';
import { divideHalfEven } from './divide.ts';
import { endOfDay } from './end-of-day.ts';
import { exemptValue } from './exempt-value.ts';

export type Taxable = {
  readonly assessedCents: number;
  readonly propertyType: PropertyType;
  /** The part that the city does not own, as shares of `shares`. */
  readonly taxableShares: number;
  readonly shares: number;
  readonly exemptions: readonly Exemption[];
};

export type ComputedTax = {
  readonly lines: BillLine[];
  readonly totalCents: number;
  readonly exempted: Exempted[];
};

/** Returns the rate of each line for a use. */
export const ratesFor = ({ lines }: TaxRates, propertyType: PropertyType): BillBasis['rates'] =>
  lines.map(({ name, rates }) => ({ name, rate: rates[propertyType] }));

/** Computes the lines and installments of a bill. The installments add up to exactly the lines. */
export function computeBill(taxable: Taxable, rates: TaxRates, timeZone: string) {
  const tax = computeTax({ ...taxable, rates: ratesFor(rates, taxable.propertyType) });
  return { ...tax, installments: divideTax(tax.totalCents, rates, timeZone) };
}

/** Divides a tax into the installments of its rates: whole cents, of which the last one takes the remainder. */
export function divideTax(
  totalCents: number,
  { installments }: Pick<TaxRates, 'installments'>,
  timeZone: string,
): Installment[] {
  let left = totalCents;
  return installments.map(({ due, percent }, n): Installment => {
    const isLast = n === installments.length - 1;
    const cents = isLast ? left : Number((BigInt(totalCents) * BigInt(percent)) / 100n);
    left -= cents;
    return { due, dueAt: endOfDay(due, timeZone), cents, openCents: cents, monthsCharged: 0, penalized: false };
  });
}

type Basis = Omit<Taxable, 'propertyType'> & Pick<BillBasis, 'rates'>;

/**
 * Computes the lines of a tax. Each is its rate of the assessed value less what is exempt, for the part that is not the city's,
 * rounded half to even in cents. A line is never negative, and the savings of the exemptions add up to exactly the difference.
 */
export function computeTax({ assessedCents, taxableShares, shares, exemptions, rates }: Basis): ComputedTax {
  const taxOf = (value: number, rate: number) =>
    divideHalfEven(BigInt(value) * BigInt(rate) * BigInt(taxableShares), 1_000_000n * BigInt(shares));
  const totalOf = (value: number) => rates.reduce((sum, { rate }) => sum + taxOf(value, rate), 0);
  let value = assessedCents;
  const exempted = exemptValue(assessedCents, exemptions).map((exemption): Exempted => {
    const before = value;
    value -= exemption.exemptCents;
    return { ...exemption, savedCents: totalOf(before) - totalOf(value) };
  });
  const part = taxableShares === shares ? '' : `, for ${taxableShares} of ${shares} shares`;
  const lines = rates.map(({ name, rate }): BillLine => {
    const cents = taxOf(value, rate);
    const less =
      value === assessedCents
        ? ''
        : ` (${formatCents(assessedCents)} less ${formatCents(assessedCents - value)} exempt, which saves ${formatCents(taxOf(assessedCents, rate) - cents)})`;
    return { name, kind: 'tax', cents, explanation: `${rate / 1000} mills of ${formatCents(value)}${less}${part}` };
  });
  return { lines, totalCents: totalOf(value), exempted };
}

import type { PropertyType, TaxRates } from '#domains/registry/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import { computeBill } from './compute-bill.ts';

export type Sample = {
  readonly rates: TaxRates;
  readonly propertyType: PropertyType;
  readonly assessedValue: number;
};

/** Computes the bill of a property that its owners own wholly, by rates that need not be set. */
export function previewRates({ rates, propertyType, assessedValue }: Sample, timeZone: string) {
  const taxable = { assessedCents: assessedValue, propertyType, taxableShares: 1, shares: 1, exemptions: [] };
  const { lines, installments, totalCents } = computeBill(taxable, rates, timeZone);
  return {
    lines: lines.map((line) => ({ ...line, formatted: formatCents(line.cents) })),
    installments: installments.map(({ due, cents }) => ({ due, cents, formatted: formatCents(cents) })),
    total: totalCents,
    totalFormatted: formatCents(totalCents),
  };
}

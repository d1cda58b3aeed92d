import type { PropertyType, TaxRates } from '#domains/registry/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import { computeBill } from './compute-bill.ts';
import { dueOnceIssued } from './due-once-issued.ts';

export type Sample = {
  readonly rates: TaxRates;
  readonly propertyType: PropertyType;
  readonly assessedValue: number;
};

/** Computes the bill of a sample property without a city share at an instant, by rates that need not be set. */
export function previewRates({ rates, propertyType, assessedValue }: Sample, at: number, timeZone: string) {
  const taxable = { assessedCents: assessedValue, propertyType, taxableShares: 1, shares: 1, exemptions: [] };
  const { lines, installments, totalCents } = computeBill(taxable, rates, timeZone);
  return {
    lines: lines.map((line) => ({ ...line, formatted: formatCents(line.cents) })),
    installments: dueOnceIssued(installments, at, timeZone).map(({ due, cents }) => ({
      due,
      cents,
      formatted: formatCents(cents),
    })),
    total: totalCents,
    totalFormatted: formatCents(totalCents),
  };
}

import type { Property, PropertySums } from '#domains/registry/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import { total } from '../turn.ts';

const money = { say: formatCents, most: 'highest', least: 'lowest' } as const;
const area = { say: (feet: number) => `${total(feet)} square feet`, most: 'largest', least: 'smallest' } as const;

/** The attributes that are added up, averaged or ranked over properties. */
export const MEASURES = {
  value: { key: 'assessedValue', name: 'assessed value', ...money },
  tax: { key: 'taxOwed', name: 'tax owed', ...money },
  size: { key: 'squareFootage', name: 'floor area', ...area },
  lot: { key: 'lotSquareFeet', name: 'lot', ...area },
  built: { key: 'yearBuilt', name: 'year of construction', say: String, most: 'latest', least: 'earliest' },
} as const;
export type Measure = keyof typeof MEASURES;

export const measureOf = (field: string | undefined): Measure | undefined =>
  field !== undefined && Object.hasOwn(MEASURES, field) ? (field as Measure) : undefined;

/** Phrases a total or an average, rounded to the cent or square foot. */
export function sayMeasure(
  measure: Exclude<Measure, 'built'>,
  sums: PropertySums,
  what: string,
  average: boolean,
): string {
  const { key, name, say } = MEASURES[measure];
  if (average)
    return `The average ${name} of the ${total(sums.properties)} ${what} is ${say(Math.round(sums[key] / sums.properties))}.`;
  return measure === 'tax'
    ? `${say(sums[key])} of tax is owed on all ${what} together.`
    : `The ${name} of all ${what} together is ${say(sums[key])}.`;
}

type Measured = Pick<Property, 'assessedValue' | 'taxOwed' | 'metadata'> & {
  readonly lotSquareFeet?: number;
  readonly yearBuilt?: number | null;
};

/** Returns the number of one property; null if it is not known. */
export function numberOf(measure: Measure, property: Measured): number | null {
  const { assessedValue, taxOwed, metadata, lotSquareFeet, yearBuilt } = property;
  const numbers = {
    value: assessedValue,
    tax: taxOwed,
    size: metadata.squareFootage,
    lot: lotSquareFeet,
    built: yearBuilt,
  };
  return numbers[measure] ?? null;
}

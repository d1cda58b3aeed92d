import { CITY } from '#domains/registry/contract/title/city.ts';
import { assessmentFor, centsOf } from '../assessments/assessment-for.ts';
import type { ParcelState } from '../registry-state.ts';
import { exemptionsIn } from '../tax-file.ts';
import type { ExemptionState, TaxFile } from '../tax-file-state.ts';
import type { Exemption } from './bill-state.ts';
import type { Taxable } from './compute-bill.ts';

/** The data that the tax of a year is computed from, and the year of its assessment. Null: the parcel is not assessed for the year. */
export type TaxableInYear = Taxable & { readonly assessmentYear: number | null };

/** Returns the data that the tax of a year on a parcel is computed from: the assessment and the exemptions of the year. */
export function taxableOf(parcel: ParcelState, file: TaxFile, year: number): TaxableInYear {
  const assessment = assessmentFor(file.assessments, year);
  return {
    assessmentYear: assessment?.year ?? null,
    assessedCents: assessment === undefined ? 0 : centsOf(assessment),
    propertyType: parcel.facts.propertyType,
    taxableShares: parcel.shares - (parcel.rights.get(CITY)?.shares ?? 0),
    shares: parcel.shares,
    exemptions: exemptionsIn(file, year).map(exemptionOf),
  };
}

export const exemptionOf = ({ exemptionId, cents, basisPoints }: ExemptionState): Exemption => ({
  id: exemptionId,
  cents,
  basisPoints,
});

import { CITY, type ParcelState } from '../registry-state.ts';
import { exemptionsIn } from '../tax-file.ts';
import type { ExemptionState, TaxFile } from '../tax-file-state.ts';
import type { Exemption } from './bill-state.ts';
import type { Taxable } from './compute-bill.ts';

/** Returns what the tax of a year on a parcel is computed from: its newest assessment, and the exemptions of the year. */
export const taxableOf = (parcel: ParcelState, file: TaxFile | undefined, year: number): Taxable => ({
  assessedCents: parcel.assessedCents,
  propertyType: parcel.facts.propertyType,
  taxableShares: parcel.shares - (parcel.rights.get(CITY)?.shares ?? 0),
  shares: parcel.shares,
  exemptions: file === undefined ? [] : exemptionsIn(file, year).map(exemptionOf),
});

export const exemptionOf = ({ exemptionId, cents, basisPoints }: ExemptionState): Exemption => ({
  id: exemptionId,
  cents,
  basisPoints,
});

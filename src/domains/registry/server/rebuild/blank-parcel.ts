import { NOTHING_PASSED_ON, type ParcelState } from '../registry-state.ts';
import type { BillBasis, BillState } from '../taxes/bill-state.ts';

/** An empty basis: a replay of money does not need it, because the block states the tax. */
const basis: BillBasis = {
  ...{
    assessmentYear: 0,
    assessedCents: 0,
    propertyType: 'vacant',
    taxableShares: 0,
    shares: 1,
    rates: [],
    exempted: [],
  },
};

/** The initial state of a replayed bill. Its lines are those after the tax: late charges, corrections and reversals. */
export const blankBill: Pick<BillState, 'basis' | 'lines' | 'openFeeCents' | 'openInterestCents'> = {
  basis,
  lines: [],
  openFeeCents: 0,
  openInterestCents: 0,
};

/** Returns a parcel for a replay of its money only. */
export const blankParcel = (propertyId: string): ParcelState => ({
  facts: {
    ...{ propertyId, address: '', neighborhood: '', propertyType: 'vacant', squareFootage: 0, lotSquareFeet: 0 },
    ...{ yearBuilt: null, geometrySha256: null },
  },
  status: 'active',
  shares: 1,
  rights: new Map(),
  ...{
    assessedCents: 0,
    assessedYear: null,
    owedCents: 0,
    creditCents: 0,
    passedOn: NOTHING_PASSED_ON,
    bills: [],
    registeredIndex: 0,
    titleIndex: 0,
  },
});

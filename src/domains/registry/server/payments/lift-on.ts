import type { ParcelState } from '../registry-state.ts';
import type { Lifted } from '../taxes/lift-late.ts';
import { lateToReturn, type ReturnedLate, sumOfLate, withoutLate } from '../taxes/return-late.ts';
import type { PaidOn } from './day-of-payment.ts';
import { withCredit } from './pass-on-credit.ts';

/**
 * Returns the late charges on one parcel that money of an earlier day takes back, as its block states them, and the parcel after that.
 * `billed` are the bills after the money was allocated, without the charges that were open; `cents` is what it paid on this parcel.
 */
export function liftOn(
  parcel: ParcelState,
  billed: ReadonlyMap<string, Lifted>,
  cents: number,
  paid: PaidOn | undefined,
) {
  const after = parcel.bills.map((bill) => billed.get(bill.billNumber)?.bill ?? bill);
  const returned = paid === undefined ? [] : lateToReturn(after, cents, paid);
  const { penaltyCents, interestCents } = sumOfLate(returned);
  const liftedOf = (of: 'penaltyCents' | 'interestCents') =>
    parcel.bills.reduce((sum, bill) => sum + (billed.get(bill.billNumber)?.[of] ?? 0), 0);
  return {
    lifted: {
      penalty_cents: liftedOf('penaltyCents') + penaltyCents,
      interest_cents: liftedOf('interestCents') + interestCents,
      ...(returned.length === 0 ? {} : { returned }),
    },
    credited: withReturnedLate({ ...parcel, bills: after }, returned, paid),
  };
}

/** Returns a parcel without late charges that had been paid. What was paid for them is credit, which first pays what is owed. */
export function withReturnedLate<Of extends Pick<ParcelState, 'bills' | 'creditCents'>>(
  parcel: Of,
  returned: readonly ReturnedLate[],
  paid: PaidOn | undefined,
): Of {
  if (returned.length === 0 || paid === undefined) return parcel;
  const { penaltyCents, interestCents } = sumOfLate(returned);
  return withCredit({ ...parcel, bills: withoutLate(parcel.bills, returned, paid) }, penaltyCents + interestCents);
}

import type { Allocation } from '#domains/payments/server/index.ts';
import type { BillState } from '../taxes/bill-state.ts';
import { type Lifted, liftLate, settleLifted } from '../taxes/lift-late.ts';
import { allocate } from './allocate.ts';
import type { PaidOn } from './day-of-payment.ts';

/**
 * Pays bills with money that counts as paid on an earlier day, as `allocate` does. Penalties and interest charged after that day are taken
 * back as far as they were charged on what the money pays; the result lists them by bill. Without a day, none are taken back.
 */
export function allocateOn(
  paid: PaidOn | undefined,
  bills: readonly BillState[],
  cents: number,
  isChosen: (bill: BillState) => boolean,
): { bills: readonly Lifted[]; allocations: readonly Allocation[] } {
  if (paid === undefined) {
    const allocated = allocate(bills, cents, isChosen);
    return { ...allocated, bills: allocated.bills.map((bill) => ({ bill, penaltyCents: 0, interestCents: 0 })) };
  }
  const lifted = new Map(bills.map((bill) => [bill.billNumber, liftLate(bill, paid.asOf, paid.timeZone)]));
  const allocated = allocate(
    [...lifted.values()].map(({ bill }) => bill),
    cents,
    isChosen,
  );
  return {
    allocations: allocated.allocations,
    bills: allocated.bills.map((bill) => {
      const before = lifted.get(bill.billNumber);
      if (before === undefined) throw new Error(`Broken invariant: ${bill.billNumber} was lifted`);
      return settleLifted(before, bill, paid);
    }),
  };
}

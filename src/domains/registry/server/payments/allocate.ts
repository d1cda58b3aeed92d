import type { Allocation } from '#domains/payments/server/index.ts';
import type { BillState, Installment } from '../taxes/bill-state.ts';

export type Allocated = { readonly bills: readonly BillState[]; readonly allocations: readonly Allocation[] };

/**
 * Pays bills with an amount in cents: the oldest year first, within a year the bill with the oldest open installment, and within a bill
 * fees, then interest, then installments in the order they are due. Bills that were not chosen come last. The remainder is credit. The
 * allocations add up to exactly the amount.
 */
export function allocate(
  bills: readonly BillState[],
  amountCents: number,
  isChosen: (bill: BillState) => boolean = () => true,
): Allocated {
  const allocations: Allocation[] = [];
  let left = amountCents;
  const take = (part: Allocation['part'], bill: string, open: number): number => {
    const cents = Math.min(open, left);
    left -= cents;
    if (cents > 0) allocations.push({ part, bill, cents });
    return cents;
  };
  const paid = bills
    .toSorted((a, b) => Number(isChosen(b)) - Number(isChosen(a)) || a.year - b.year || oldestOpen(a) - oldestOpen(b))
    .map((bill): BillState => {
      const before = left;
      const openFeeCents = bill.openFeeCents - take('fee', bill.billNumber, bill.openFeeCents);
      const openInterestCents = bill.openInterestCents - take('interest', bill.billNumber, bill.openInterestCents);
      let principal = 0;
      const installments = bill.installments.map((installment): Installment => {
        const cents = Math.min(installment.openCents, left - principal);
        principal += cents;
        return cents === 0 ? installment : { ...installment, openCents: installment.openCents - cents };
      });
      take('principal', bill.billNumber, principal);
      return left === before ? bill : { ...bill, openFeeCents, openInterestCents, installments };
    });
  if (left > 0) allocations.push({ part: 'credit', bill: null, cents: left });
  return { bills: paid, allocations };
}

const oldestOpen = ({ installments }: BillState): number =>
  Math.min(...installments.filter(({ openCents }) => openCents > 0).map(({ dueAt }) => dueAt));

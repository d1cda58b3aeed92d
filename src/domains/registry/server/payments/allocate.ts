import type { Allocation } from '#domains/payments/server/index.ts';
import type { BillState, Installment } from '../taxes/bill-state.ts';

export type Allocated = { readonly bills: readonly BillState[]; readonly allocations: readonly Allocation[] };

/**
 * Pays bills with an amount in cents: the oldest year first, of a year the bill with the oldest open installment, and of a bill its fees, then its interest, then its installments in
 * the order they are due. Bills that were not chosen come last. What is left over is credit. The allocations add up to the
 * amount exactly.
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

/**
 * Opens again what allocations had paid: the installments that are due last first. What a correction of the bill has turned into
 * credit since is taken from the credit. Credit that later bills have used up in the meantime comes back as a fee of the newest
 * bill.
 */
export function takeBack(
  bills: readonly BillState[],
  creditCents: number,
  allocations: readonly Allocation[],
): { bills: readonly BillState[]; creditCents: number; returnedCents: number } {
  const back = (part: Allocation['part'], bill: string | null) =>
    allocations.reduce((sum, one) => sum + (one.part === part && one.bill === bill ? one.cents : 0), 0);
  const beyond = (bill: BillState) => Math.max(0, back('principal', bill.billNumber) - paidOf(bill));
  const credit = back('credit', null) + bills.reduce((sum, bill) => sum + beyond(bill), 0);
  const returnedCents = Math.max(0, credit - creditCents);
  const newest = bills.reduce((year, bill) => Math.max(year, bill.year), 0);
  return {
    creditCents: creditCents - credit + returnedCents,
    returnedCents,
    bills: bills.map((bill): BillState => {
      const returned = bill.year === newest ? returnedCents : 0;
      let left = back('principal', bill.billNumber);
      const installments = bill.installments.toReversed().map((installment): Installment => {
        const cents = Math.min(installment.cents - installment.openCents, left);
        left -= cents;
        return cents === 0 ? installment : { ...installment, openCents: installment.openCents + cents };
      });
      return {
        ...bill,
        installments: installments.toReversed(),
        openFeeCents: bill.openFeeCents + back('fee', bill.billNumber) + returned,
        openInterestCents: bill.openInterestCents + back('interest', bill.billNumber),
        ...(returned === 0
          ? {}
          : {
              totalCents: bill.totalCents + returned,
              lines: [
                ...bill.lines,
                {
                  name: 'Returned payment',
                  kind: 'returned' as const,
                  cents: returned,
                  explanation: 'Credit of a payment that was taken back after it had been used',
                },
              ],
            }),
      };
    }),
  };
}

/** Returns what is paid of the installments of a bill. */
const paidOf = ({ installments }: BillState): number =>
  installments.reduce((sum, { cents, openCents }) => sum + cents - openCents, 0);

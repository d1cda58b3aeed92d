import { formatCents } from '#platform/contract/money.ts';
import type { BillLine, BillState, Installment } from './bill-state.ts';
import { divideHalfEven } from './divide.ts';

export type Charges = { readonly bill: BillState; readonly penaltyCents: number; readonly interestCents: number };

/** Whole months from a due date to `asOf`, counting one that began: 0 until it is due, 1 right after. */
export function monthsLate(dueAt: number, asOf: number): number {
  if (asOf <= dueAt) return 0;
  const due = new Date(dueAt);
  let months = 1;
  while (asOf > addMonths(due, months)) months += 1;
  return months;
}

/** Returns when an installment is charged next if it stays open, in milliseconds since the epoch. Nothing is charged at that moment yet. */
export const nextChargeAfter = ({ dueAt, monthsCharged }: Pick<Installment, 'dueAt' | 'monthsCharged'>): number =>
  addMonths(new Date(dueAt), monthsCharged);

/** Returns the same day and time `months` later, or the last day of that month if it is shorter. */
function addMonths(from: Date, months: number): number {
  const first = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1);
  const days = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months + 1, 0)).getUTCDate();
  const day = Math.min(from.getUTCDate(), days);
  return first + (day - 1) * 86_400_000 + (from.getTime() % 86_400_000);
}

const shareOf = (cents: number, basisPoints: number) => divideHalfEven(BigInt(cents) * BigInt(basisPoints), 10_000n);

/**
 * Returns a bill with the penalty and interest that are due by `asOf` and were not charged yet, in milliseconds since the
 * epoch. Each late installment is penalized once, and bears interest on what is open for each month or part of a month.
 * Charging twice for the same time charges nothing more.
 */
export function chargeLate(bill: BillState, asOf: number): Charges {
  let [penaltyCents, interestCents] = [0, 0];
  const lines: BillLine[] = [];
  const installments = bill.installments.map((installment): Installment => {
    const months = monthsLate(installment.dueAt, asOf);
    if (installment.openCents === 0 || months <= installment.monthsCharged) return installment;
    const late = `${formatCents(installment.openCents)} due ${installment.due}`;
    const penalty = installment.penalized ? 0 : shareOf(installment.openCents, bill.penaltyBasisPoints);
    const newMonths = months - installment.monthsCharged;
    const interest = newMonths * shareOf(installment.openCents, bill.interestBasisPoints);
    if (penalty > 0)
      lines.push({
        name: 'Penalty',
        kind: 'penalty',
        cents: penalty,
        explanation: `${bill.penaltyBasisPoints / 100}% of ${late}`,
      });
    if (interest > 0)
      lines.push({
        name: 'Interest',
        kind: 'interest',
        cents: interest,
        explanation: `${bill.interestBasisPoints / 100}% a month of ${late}, ${newMonths === 1 ? '1 month' : `${newMonths} months`}`,
      });
    penaltyCents += penalty;
    interestCents += interest;
    return { ...installment, monthsCharged: months, penalized: true };
  });
  return {
    bill: {
      ...bill,
      installments,
      lines: [...bill.lines, ...lines],
      totalCents: bill.totalCents + penaltyCents + interestCents,
      openFeeCents: bill.openFeeCents + penaltyCents,
      openInterestCents: bill.openInterestCents + interestCents,
    },
    penaltyCents,
    interestCents,
  };
}

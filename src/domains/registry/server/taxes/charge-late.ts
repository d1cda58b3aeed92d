import { formatCents } from '#platform/contract/money.ts';
import type { BillLine, BillState, Installment } from './bill-state.ts';
import { divideHalfEven } from './divide.ts';
import { endOfDay } from './end-of-day.ts';

export type Charges = { readonly bill: BillState; readonly penaltyCents: number; readonly interestCents: number };

type Due = Pick<Installment, 'due' | 'dueAt'>;

/** Returns the months from a due day to `asOf`, including a begun one: 0 until it is due, 1 right after. Months are those of the city. */
export function monthsLate({ due, dueAt }: Due, asOf: number, timeZone: string): number {
  if (asOf <= dueAt) return 0;
  let months = 1;
  while (asOf > endOfMonth(due, months, timeZone)) months += 1;
  return months;
}

/** Returns when an installment is charged next if it stays open, in milliseconds since the epoch. Nothing is charged at that moment yet. */
export const nextChargeAfter = ({ due, dueAt, monthsCharged }: Due & { monthsCharged: number }, timeZone: string) =>
  monthsCharged === 0 ? dueAt : endOfMonth(due, monthsCharged, timeZone);

/** Returns the end of the same day `months` later, or of the last day of that month if it is shorter. */
const endOfMonth = (due: string, months: number, timeZone: string) => endOfDay(dayAfterMonths(due, months), timeZone);

/** Returns the days for which an installment bears interest in the months after the first `charged` ones. */
export const daysOfInterest = (due: string, charged: number, months: number) => ({
  from: dayAfterMonths(due, charged, 1),
  until: dayAfterMonths(due, charged + months),
});

function dayAfterMonths(due: string, months: number, more = 0): string {
  const [year = 0, month = 1, day = 1] = due.split('-').map(Number);
  const days = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, days) + more)).toISOString().slice(0, 10);
}

/** Returns the charges on an open amount: the penalty, and interest for some months. */
export const chargeFor = (
  { penaltyBasisPoints, interestBasisPoints }: Pick<BillState, 'penaltyBasisPoints' | 'interestBasisPoints'>,
  openCents: number,
  months: number,
) => ({
  penaltyCents: shareOf(openCents, penaltyBasisPoints),
  interestCents: months * shareOf(openCents, interestBasisPoints),
});

const shareOf = (cents: number, basisPoints: number) => divideHalfEven(BigInt(cents) * BigInt(basisPoints), 10_000n);

/**
 * Returns a bill with the penalty and interest that are due by `asOf` and were not charged yet, in milliseconds since the
 * epoch. Each late installment is penalized once, and bears interest on its open amount for each month or part of a month.
 * Charging twice for the same time charges nothing more.
 */
export function chargeLate(bill: BillState, asOf: number, timeZone: string): Charges {
  let [penaltyCents, interestCents] = [0, 0];
  const lines: BillLine[] = [];
  const installments = bill.installments.map((installment): Installment => {
    if (installment.openCents === 0) return installment;
    const months = monthsLate(installment, asOf, timeZone);
    if (months <= installment.monthsCharged) return installment;
    const late = `${formatCents(installment.openCents)} due ${installment.due}`;
    const newMonths = months - installment.monthsCharged;
    const charge = chargeFor(bill, installment.openCents, newMonths);
    const [penalty, interest] = [installment.penalized ? 0 : charge.penaltyCents, charge.interestCents];
    const of = { due: installment.due, openCents: installment.openCents };
    if (penalty > 0)
      lines.push({
        name: 'Penalty',
        kind: 'penalty',
        cents: penalty,
        explanation: `${bill.penaltyBasisPoints / 100}% of ${late}`,
        charge: { ...of, basisPoints: bill.penaltyBasisPoints, from: null, until: null },
      });
    if (interest > 0)
      lines.push({
        name: 'Interest',
        kind: 'interest',
        cents: interest,
        explanation: `${bill.interestBasisPoints / 100}% a month of ${late}, ${newMonths === 1 ? '1 month' : `${newMonths} months`}`,
        charge: {
          ...of,
          basisPoints: bill.interestBasisPoints,
          ...daysOfInterest(installment.due, installment.monthsCharged, newMonths),
        },
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

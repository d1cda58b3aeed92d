import type { PaidOn } from '../payments/day-of-payment.ts';
import type { BillLine, BillState, Charge, Installment } from './bill-state.ts';
import { chargeFor, daysOfInterest, monthsLate } from './charge-late.ts';
import { liftedLine } from './lift-late.ts';

/** Late charges of the bill of a year that were paid and are returned, as a block states them. */
export type ReturnedLate = { readonly year: number; readonly penalty_cents: number; readonly interest_cents: number };

/**
 * Returns the late charges on bills that would not have been made if `cents` had been recorded on the day on which they arrived, and that
 * were paid since. `liftLate` takes back the open ones; call this afterwards.
 *
 * Never returns more than that: only charges that state what they were charged on count. Charges before that day, which the money may have
 * had to pay, are deducted from it, and so is what was taken back or waived of the charges.
 */
export function lateToReturn(bills: readonly BillState[], cents: number, paid: PaidOn): ReturnedLate[] {
  let left = cents;
  return bills
    .toSorted((a, b) => a.year - b.year)
    .flatMap((bill) => {
      const late = chargesOf(bill, paid);
      left -= late.earlierCents;
      const cut = { penalty: 0, interest: 0 };
      for (const lines of late.after) {
        for (const { kind, cents: charged, months, charge } of lines)
          cut[kind] += charged - centsOf(charge, months, Math.max(0, charge.openCents - Math.max(0, left)));
        left -= lines[0]?.charge.openCents ?? 0;
      }
      const due = (kind: 'penalty' | 'interest') =>
        Math.max(0, Math.min(cut[kind] - takenBackOf(bill, kind), paidOf(bill, kind)));
      const [penalty_cents, interest_cents] = [due('penalty'), due('interest')];
      return penalty_cents + interest_cents === 0 ? [] : [{ year: bill.year, penalty_cents, interest_cents }];
    });
}

/** Returns bills without these late charges. What had been paid for them becomes credit. */
export const withoutLate = (
  bills: readonly BillState[],
  returned: readonly ReturnedLate[],
  { day }: Pick<PaidOn, 'day'>,
): BillState[] =>
  bills.map((bill) => {
    const own = returned.find(({ year }) => year === bill.year);
    if (own === undefined) return bill;
    const { penalty_cents: penalty, interest_cents: interest } = own;
    return {
      ...bill,
      totalCents: bill.totalCents - penalty - interest,
      lines: [...bill.lines, ...liftedLine('penalty', penalty, day), ...liftedLine('interest', interest, day)],
    };
  });

export const sumOfLate = (returned: readonly ReturnedLate[]) => ({
  penaltyCents: returned.reduce((sum, one) => sum + one.penalty_cents, 0),
  interestCents: returned.reduce((sum, one) => sum + one.interest_cents, 0),
});

/** A charge after a day: its part for the months after that day. */
type Late = {
  readonly kind: 'penalty' | 'interest';
  readonly cents: number;
  readonly months: number;
  readonly charge: Charge;
};

function chargesOf(bill: BillState, { asOf, timeZone }: PaidOn) {
  let earlierCents = 0;
  const after = bill.installments.flatMap((installment) => {
    const months = monthsLate(installment, asOf, timeZone);
    const lines = bill.lines.flatMap((line): Late[] => {
      const { kind, charge, cents } = line;
      if (charge?.due !== installment.due || (kind !== 'penalty' && kind !== 'interest')) return [];
      const charged = kind === 'penalty' ? { from: 0, months: 1 } : monthsOf(line, installment);
      const later = charged.months - Math.min(charged.months, Math.max(0, months - charged.from));
      const own = later === charged.months ? cents : centsOf(charge, later, charge.openCents);
      earlierCents += cents - own;
      return later === 0 ? [] : [{ kind, cents: own, months: kind === 'penalty' ? 0 : later, charge }];
    });
    return lines.length === 0 ? [] : [lines];
  });
  return { earlierCents, after };
}

/** Returns which months of an installment a line of interest charges: their number after the first `from`. */
function monthsOf({ charge, cents }: BillLine, { due }: Installment): { from: number; months: number } {
  const last = (charge?.from ?? '').localeCompare(charge?.until ?? '') > 0 || cents === 0;
  for (let from = 0; !last && from < MONTHS_MAX; from += 1) {
    if (daysOfInterest(due, from, 1).from !== charge?.from) continue;
    for (let months = 1; from + months <= MONTHS_MAX; months += 1)
      if (daysOfInterest(due, from, months).until === charge.until) return { from, months };
  }
  return { from: 0, months: 0 };
}
const MONTHS_MAX = 1200;

/** Returns a charge on another open amount: a penalty, or interest for some months. */
function centsOf({ basisPoints, from }: Charge, months: number, openCents: number): number {
  const rates = { penaltyBasisPoints: basisPoints, interestBasisPoints: basisPoints };
  const { penaltyCents, interestCents } = chargeFor(rates, openCents, months);
  return from === null ? penaltyCents : interestCents;
}

const sumOf = (lines: readonly BillLine[], of: (line: BillLine) => boolean) =>
  lines.reduce((sum, line) => sum + (of(line) ? line.cents : 0), 0);

/** Returns what was taken back or waived of the penalties or interest of a bill. */
const takenBackOf = ({ lines }: BillState, kind: 'penalty' | 'interest'): number =>
  0 - sumOf(lines, (line) => (line.kind === kind && line.cents < 0) || line.kind === `waived_${kind}`);

/** Returns what was paid of the penalties or interest of a bill. */
const paidOf = ({ lines, openFeeCents, openInterestCents }: BillState, kind: 'penalty' | 'interest'): number =>
  Math.max(
    0,
    sumOf(lines, (line) => line.kind === kind || line.kind === `waived_${kind}`) -
      (kind === 'penalty' ? openFeeCents : openInterestCents),
  );

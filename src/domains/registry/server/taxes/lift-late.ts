import { waivableOf } from '../waivers/waivable.ts';
import type { BillLine, BillState } from './bill-state.ts';
import { chargeFor, monthsLate } from './charge-late.ts';

/** A bill without the late charges of the time after a day, and how much that is of penalties and interest in cents. */
export type Lifted = { readonly bill: BillState; readonly penaltyCents: number; readonly interestCents: number };

/**
 * Takes from a bill what was charged after `asOf` for being late with what is still open, so that money of that moment is allocated as
 * of then. At most what is open of penalties and interest: what was paid or waived of them stays. `settleLifted` ends it.
 */
export function liftLate(bill: BillState, asOf: number, timeZone: string): Lifted {
  const open = waivableOf(bill);
  const charged = chargedAfter(bill, asOf, timeZone);
  const penaltyCents = Math.min(open.penalty, charged.penaltyCents);
  const interestCents = Math.min(open.interest, charged.interestCents);
  if (penaltyCents + interestCents === 0) return { bill, penaltyCents, interestCents };
  return {
    bill: {
      ...bill,
      openFeeCents: bill.openFeeCents - penaltyCents,
      openInterestCents: bill.openInterestCents - interestCents,
    },
    penaltyCents,
    interestCents,
  };
}

/** Charges again, on a lifted bill that was paid since, what is still late. What is not charged again is lines of its own. */
export function settleLifted(
  { penaltyCents, interestCents }: Lifted,
  paid: BillState,
  { asOf, day, timeZone }: { readonly asOf: number; readonly day: string; readonly timeZone: string },
): Lifted {
  if (penaltyCents + interestCents === 0) return { bill: paid, penaltyCents: 0, interestCents: 0 };
  const late = chargedAfter(paid, asOf, timeZone);
  const penalty = Math.max(0, penaltyCents - late.penaltyCents);
  const interest = Math.max(0, interestCents - late.interestCents);
  return {
    bill: {
      ...paid,
      openFeeCents: paid.openFeeCents + penaltyCents - penalty,
      openInterestCents: paid.openInterestCents + interestCents - interest,
      totalCents: paid.totalCents - penalty - interest,
      lines: [...paid.lines, ...liftedLine('penalty', penalty, day), ...liftedLine('interest', interest, day)],
    },
    penaltyCents: penalty,
    interestCents: interest,
  };
}

/** What was charged after a moment on what is open. */
function chargedAfter(bill: BillState, asOf: number, timeZone: string) {
  let [penaltyCents, interestCents] = [0, 0];
  for (const installment of bill.installments) {
    const months = monthsLate(installment, asOf, timeZone);
    if (installment.openCents === 0 || installment.monthsCharged <= months) continue;
    const charge = chargeFor(bill, installment.openCents, installment.monthsCharged - months);
    penaltyCents += months === 0 && installment.penalized ? charge.penaltyCents : 0;
    interestCents += charge.interestCents;
  }
  return { penaltyCents, interestCents };
}

const liftedLine = (kind: 'penalty' | 'interest', cents: number, day: string): BillLine[] =>
  cents === 0
    ? []
    : [
        {
          name: kind === 'penalty' ? 'Penalty taken back' : 'Interest taken back',
          kind,
          cents: -cents,
          explanation: `the money arrived on ${day}, before this was charged`,
        },
      ];

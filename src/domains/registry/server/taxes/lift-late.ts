import { waivableOf } from '../waivers/waivable.ts';
import type { BillLine, BillState } from './bill-state.ts';
import { chargeFor, monthsLate } from './charge-late.ts';

/** A bill without the late charges after a day, and the removed penalties and interest in cents. */
export type Lifted = { readonly bill: BillState; readonly penaltyCents: number; readonly interestCents: number };

/**
 * Removes from a bill the late charges after `asOf` on what is still open, so that money of that moment is allocated as of then. Removes
 * at most the open penalties and interest: waived charges stay, and `lateToReturn` finds paid ones. Call `settleLifted` afterwards.
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

/** Charges again what is still late on a lifted bill after its payment. Charges that are not made again become lines of their own. */
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

/** Returns the charges after a moment on what is open. */
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

/** Returns the line of late charges that are taken back; none for zero. */
export const liftedLine = (kind: 'penalty' | 'interest', cents: number, day: string): BillLine[] =>
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

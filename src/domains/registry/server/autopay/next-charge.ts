import { type BillState, openOf, openPrincipalOf } from '../taxes/bill-state.ts';
import { chargeLate } from '../taxes/charge-late.ts';

/** What autopay charges at a time in milliseconds since the epoch, without the fee of the method. */
export type NextCharge = {
  readonly bill: string;
  readonly due: string;
  readonly at: number;
  readonly taxCents: number;
};

const DAY = 86_400_000;
/** Due days end at midnight. A card is charged in the morning, so that its owner has the day to act. */
const BEFORE_MIDNIGHT = 16 * 3_600_000;

/**
 * Returns the next charge on bills, or undefined if nothing is open. It is everything that is due by its installment: bills are paid
 * oldest first, so a smaller charge would leave that installment open. One whose time has passed is due now.
 */
export function nextCharge(
  bills: readonly BillState[],
  daysBefore: number,
  { now, timeZone }: { now: number; timeZone: string },
): NextCharge | undefined {
  const late = bills.map((bill) => chargeLate(bill, now, timeZone).bill);
  const open = late
    .flatMap((bill) => bill.installments.map((one) => ({ ...one, bill: bill.billNumber })))
    .filter(({ openCents }) => openCents > 0)
    .toSorted((a, b) => a.dueAt - b.dueAt);
  const timeOf = ({ dueAt }: { dueAt: number }) => dueAt - daysBefore * DAY - BEFORE_MIDNIGHT;
  const last = open.findLast((one) => timeOf(one) <= now) ?? open[0];
  if (last === undefined) return undefined;
  const charges = late.reduce((sum, bill) => sum + openOf(bill) - openPrincipalOf(bill), 0);
  const due = open.reduce((sum, one) => sum + (one.dueAt <= last.dueAt ? one.openCents : 0), 0);
  return { bill: last.bill, due: last.due, at: timeOf(last), taxCents: charges + due };
}

import { type BillState, openOf, openPrincipalOf } from '../taxes/bill-state.ts';
import { chargeLate } from '../taxes/charge-late.ts';
import type { ChargeRow } from './autopays.ts';

/** A charge of autopay at a time in milliseconds since the epoch, without the fee of the method. */
export type NextCharge = {
  readonly bill: string;
  readonly due: string;
  readonly at: number;
  readonly taxCents: number;
};

/** The plan of autopay for the bills of a property. */
export type ChargePlan = {
  readonly next: NextCharge | undefined;
  /** Open on what an earlier charge covered, with the late charges of those bills. Autopay does not charge it again. */
  readonly byHandCents: number;
};

type Attempt = Pick<ChargeRow, 'bill' | 'due' | 'outcome' | 'startedAt'>;
type Day = { readonly now: number; readonly timeZone: string };

const DAY = 86_400_000;
/** Due days end at midnight. A card is charged in the morning, so that its owner has the day to act. */
const BEFORE_MIDNIGHT = 16 * 3_600_000;
export const RETRY_MILLISECONDS = 3 * DAY;

/**
 * Returns the next charge on bills. It is everything that is due by its installment: bills are paid oldest first, so a smaller charge
 * would leave that installment open. If its time has passed it is due now, unless it failed and is tried again later.
 *
 * A charge covers everything due by its installment. If what a completed charge covered is open again, as after a dispute, its owner has to
 * pay it by hand; what a started charge covers is part of no other charge. `attempts` are the charges of the property, oldest first.
 */
export function planCharges(
  bills: readonly BillState[],
  attempts: readonly Attempt[],
  daysBefore: number,
  { now, timeZone }: Day,
): ChargePlan {
  const open = bills
    .flatMap(({ installments, billNumber, issuedAt }) =>
      installments.map((one) => ({ ...one, bill: billNumber, issuedAt })),
    )
    .filter(({ openCents }) => openCents > 0)
    .toSorted((a, b) => a.dueAt - b.dueAt);
  type Open = (typeof open)[number];
  const coveredBy = (outcome: ChargeRow['outcome']) =>
    open.filter(({ due, issuedAt }) =>
      attempts.some((one) => one.outcome === outcome && one.due >= due && one.startedAt >= issuedAt),
    );
  const byHand = coveredBy('completed');
  const waiting = coveredBy('started');
  const charged = open.filter((one) => !byHand.includes(one) && !waiting.includes(one));
  /** Returns late charges. Those of a bill belong to its oldest installment, so they are paid with it. */
  const lateCents = (at: number, of: (bill: string) => boolean) =>
    bills
      .map((bill) => chargeLate(bill, at, timeZone).bill)
      .filter(({ billNumber }) => of(billNumber))
      .reduce((sum, bill) => sum + openOf(bill) - openPrincipalOf(bill), 0);
  const isIn = (of: readonly Open[]) => (bill: string) => of.some((one) => one.bill === bill);
  const sum = (of: readonly Open[]) => of.reduce((cents, { openCents }) => cents + openCents, 0);
  const byHandCents = sum(byHand) + lateCents(now, isIn(byHand));

  const timeOf = ({ dueAt }: Open) => dueAt - daysBefore * DAY - BEFORE_MIDNIGHT;
  const last = charged.findLast((one) => timeOf(one) <= now) ?? charged[0];
  if (last === undefined) return { next: undefined, byHandCents };
  const previous = attempts.findLast(({ bill, due }) => bill === last.bill && due === last.due);
  const retryAt = previous?.outcome === 'failed' ? previous.startedAt + RETRY_MILLISECONDS : 0;
  const at = Math.max(timeOf(last), retryAt);
  const late = lateCents(Math.max(at, now), (bill) => !isIn([...byHand, ...waiting])(bill));
  const taxCents = late + sum(charged.filter(({ dueAt }) => dueAt <= last.dueAt));
  return { next: { bill: last.bill, due: last.due, at, taxCents }, byHandCents };
}

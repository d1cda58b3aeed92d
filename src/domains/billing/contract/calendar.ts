import type { BillingCycle } from './subscription.ts';

/** A time from `start` until before `end`, in seconds since 1970. */
export type Period = { readonly start: number; readonly end: number };

/** The number of months that the price of a cycle covers. */
export const monthsOf: Readonly<Record<BillingCycle, number>> = { monthly: 1, annual: 12 };

/**
 * Returns the time some months after an anchor, in UTC: on the same day of the month, or on the last day of a shorter month, at the
 * same time of day. Months are counted from the anchor, so that 31 January is followed by 28 February and 31 March.
 */
export function monthsAfter(anchor: number, months: number): number {
  const at = new Date(anchor * 1000);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const day = Date.UTC(year, month, Math.min(at.getUTCDate(), lastDay));
  return (day + (at.getTime() % 86_400_000)) / 1000;
}

/** Returns the period of a number, counted from 0, of a subscription that began at an anchor. */
export function periodOf(anchor: number, cycle: BillingCycle, number: number): Period {
  const months = monthsOf[cycle];
  return { start: monthsAfter(anchor, months * number), end: monthsAfter(anchor, months * (number + 1)) };
}

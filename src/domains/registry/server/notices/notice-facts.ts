import type { NoticeKind } from '#domains/registry/contract/notices.ts';
import { dayIn } from '#platform/server/time-zone.ts';
import type { Registry } from '../open-registry.ts';
import type { BillState } from '../taxes/bill-state.ts';
import { chargeLate, nextChargeAfter } from '../taxes/charge-late.ts';

/** The services that make and send notices. */
export type NoticeServices = Pick<Registry, 'database' | 'clock' | 'timeZone' | 'city'>;

/** The content of a notice. It names the bill and the amount, and nothing about the property or its owner. */
export type NoticeFacts = {
  readonly kind: NoticeKind;
  readonly billNumber: string | null;
  readonly paymentId: string | null;
  /** The last day to pay, `YYYY-MM-DD`. */
  readonly due: string | null;
  readonly cents: number;
  /** The charge that is added if it stays open after this day. */
  readonly moreCents: number | null;
  readonly moreAfter: string | null;
};

type Amounts = Pick<NoticeFacts, 'cents' | 'moreCents' | 'moreAfter'>;

/**
 * Returns the open amount of an installment at `now`, with the late charges of its bill once it is overdue, and the next charge.
 * Undefined: nothing is open on it.
 */
export function openOn(bill: BillState, due: string, now: number, timeZone: string): Amounts | undefined {
  const charged = chargeLate(bill, now, timeZone).bill;
  const installment = charged.installments.find((one) => one.due === due);
  if (installment === undefined || installment.openCents === 0) return undefined;
  const late = installment.monthsCharged > 0 ? charged.openFeeCents + charged.openInterestCents : 0;
  const next = nextChargeAfter(installment, timeZone);
  const { penaltyCents, interestCents } = chargeLate({ ...charged, installments: [installment] }, next + 1, timeZone);
  const more = penaltyCents + interestCents;
  return {
    cents: installment.openCents + late,
    moreCents: more === 0 ? null : more,
    moreAfter: more === 0 ? null : dayIn(next, timeZone),
  };
}

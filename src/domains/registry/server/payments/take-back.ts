import type { Allocation } from '#domains/payments/server/index.ts';
import { type BillLine, type BillState, type Installment, owedOn } from '../taxes/bill-state.ts';
import { allocate } from './allocate.ts';

type Left = { readonly bills: readonly BillState[]; readonly creditCents: number };

/**
 * Takes back what allocations had paid: from the credit first, as far as it goes, and the rest is open on the bills again. Afterwards a
 * parcel never has both credit and debt. Credit that was used in the meantime had paid bills: the newest ones are open again.
 */
export function giveBack(bills: readonly BillState[], creditCents: number, allocations: readonly Allocation[]): Left {
  const opened = openAgain(bills, creditCents, allocations);
  const { bills: left, cents } = openNewest(opened.bills, opened.shortCents);
  const after = withReturned(left, cents);
  const used = Math.min(opened.creditCents, owedOn(after) - owedOn(bills));
  const paid = new Map(allocate(after, used).bills.map((bill) => [bill.billNumber, bill]));
  return {
    creditCents: opened.creditCents - used,
    bills: after.map((bill) => paid.get(bill.billNumber) ?? bill),
  };
}

/**
 * Takes back by the rule of older blocks, without `credit_cents`: other credit of the parcel stays, and used credit becomes a fee of the
 * newest bill.
 */
export function takeBack(
  bills: readonly BillState[],
  creditCents: number,
  allocations: readonly Allocation[],
): Left & { readonly returnedCents: number } {
  const { bills: left, creditCents: credit, shortCents } = openAgain(bills, creditCents, allocations);
  return { creditCents: credit, returnedCents: shortCents, bills: withReturned(left, shortCents) };
}

/**
 * Reopens what allocations had paid, the latest installments first. Amounts that have since turned into
 * credit are taken from the credit. `shortCents` is the part of them that was used up in the meantime.
 */
function openAgain(
  bills: readonly BillState[],
  creditCents: number,
  allocations: readonly Allocation[],
): Left & { readonly shortCents: number } {
  const back = (part: Allocation['part'], bill: string) => sumOf(allocations, part, bill);
  const credit = creditIn(bills, allocations);
  const shortCents = Math.max(0, credit - creditCents);
  return {
    creditCents: creditCents - credit + shortCents,
    shortCents,
    bills: bills.map((bill) => ({
      ...withOpen(bill, back('principal', bill.billNumber)),
      openFeeCents: bill.openFeeCents + Math.min(back('fee', bill.billNumber), paidFeesOf(bill)),
      openInterestCents: bill.openInterestCents + Math.min(back('interest', bill.billNumber), paidInterestOf(bill)),
    })),
  };
}

/**
 * Returns the part of allocations that is credit: they paid it as credit, or a correction of the bill or the return of late charges has
 * since turned it into credit.
 */
export function creditIn(bills: readonly BillState[], allocations: readonly Allocation[]): number {
  const beyond = (bill: BillState) =>
    Math.max(0, sumOf(allocations, 'principal', bill.billNumber) - paidOf(bill)) +
    Math.max(0, sumOf(allocations, 'fee', bill.billNumber) - paidFeesOf(bill)) +
    Math.max(0, sumOf(allocations, 'interest', bill.billNumber) - paidInterestOf(bill));
  return sumOf(allocations, 'credit', null) + bills.reduce((sum, bill) => sum + beyond(bill), 0);
}

const sumOf = (allocations: readonly Allocation[], part: Allocation['part'], bill: string | null): number =>
  allocations.reduce((sum, one) => sum + (one.part === part && one.bill === bill ? one.cents : 0), 0);

/** Reopens paid amounts of the newest bills, and returns the cents that exceed what was paid on all of them. */
function openNewest(bills: readonly BillState[], cents: number): { bills: readonly BillState[]; cents: number } {
  let left = cents;
  const opened = bills
    .toSorted((a, b) => b.year - a.year)
    .map((bill) => {
      const own = Math.min(left, paidOf(bill));
      left -= own;
      return own === 0 ? bill : withOpen(bill, own);
    });
  const after = new Map(opened.map((bill) => [bill.billNumber, bill]));
  return { bills: bills.map((bill) => after.get(bill.billNumber) ?? bill), cents: left };
}

/** Reopens paid installments of a bill, the latest first. */
function withOpen(bill: BillState, cents: number): BillState {
  let left = cents;
  const installments = bill.installments.toReversed().map((installment): Installment => {
    const own = Math.min(installment.cents - installment.openCents, left);
    left -= own;
    return own === 0 ? installment : { ...installment, openCents: installment.openCents + own };
  });
  return { ...bill, installments: installments.toReversed() };
}

/** Returns the cents paid on the installments of a bill. */
export const paidOf = ({ installments }: BillState): number =>
  installments.reduce((sum, { cents, openCents }) => sum + cents - openCents, 0);

const chargedOn = ({ lines }: BillState, kinds: readonly BillLine['kind'][]): number =>
  lines.reduce((sum, { kind, cents }) => sum + (kinds.includes(kind) ? cents : 0), 0);

const paidFeesOf = (bill: BillState): number =>
  chargedOn(bill, ['penalty', 'returned', 'waived_penalty']) - bill.openFeeCents;

const paidInterestOf = (bill: BillState): number =>
  chargedOn(bill, ['interest', 'waived_interest']) - bill.openInterestCents;

/** Adds an amount to the newest bill as a fee. */
function withReturned(bills: readonly BillState[], cents: number): readonly BillState[] {
  if (cents === 0) return bills;
  const newest = bills.reduce((year, bill) => Math.max(year, bill.year), 0);
  const line = {
    name: 'Returned payment',
    kind: 'returned' as const,
    cents,
    explanation: 'Credit of a payment that was taken back after it had been used',
  };
  return bills.map((bill) =>
    bill.year === newest
      ? {
          ...bill,
          openFeeCents: bill.openFeeCents + cents,
          totalCents: bill.totalCents + cents,
          lines: [...bill.lines, line],
        }
      : bill,
  );
}

import { balanced, move, type Posting } from '#domains/payments/server/index.ts';
import { formatCents } from '#platform/contract/money.ts';
import { allocate } from '../payments/allocate.ts';
import { books } from '../payments/books-of-property.ts';
import { withBills } from '../payments/requirements.ts';
import type { ParcelState } from '../registry-state.ts';
import type { BillBasis, BillState, Exemption, Installment } from '../taxes/bill-state.ts';
import { computeTax } from '../taxes/compute-bill.ts';

/** A bill after a correction. Its tax is without late charges. */
export type Recomputed = {
  readonly bill: BillState;
  readonly beforeCents: number;
  readonly afterCents: number;
  /** The amount that was paid beyond the new tax. */
  readonly creditCents: number;
  readonly explanation: string;
};

/** The data that a bill is recomputed from. */
export type NewBasis = Omit<BillBasis, 'exempted'> & { readonly exemptions: readonly Exemption[] };

/** The last day to pay additional tax. */
export type DueDay = Pick<Installment, 'due' | 'dueAt'>;

/**
 * Recomputes a bill, and adds the difference as a line. Less tax lowers each installment by the same part; what was paid stays
 * paid, and any amount paid beyond the new tax becomes credit. Additional tax is an installment of its own, due on the last due day of
 * the bill or on `due`, whichever is later. Penalties and interest stay.
 */
export function recomputeBill(bill: BillState, { exemptions, ...rest }: NewBasis, due: DueDay): Recomputed {
  const tax = computeTax({ ...rest, exemptions });
  const afterCents = tax.totalCents;
  const { bill: after, beforeCents, creditCents } = withTax(bill, afterCents, due);
  const exempt = tax.exempted.reduce((sum, { exemptCents }) => sum + exemptCents, 0);
  const explanation = `Tax of ${formatCents(afterCents)} instead of ${formatCents(beforeCents)}: assessed at ${formatCents(rest.assessedCents)}${exempt === 0 ? '' : `, of which ${formatCents(exempt)} is exempt`}`;
  const cents = afterCents - beforeCents;
  return {
    bill: {
      ...after,
      basis: { ...rest, exempted: tax.exempted },
      lines: cents === 0 ? bill.lines : [...bill.lines, { name: 'Correction', kind: 'correction', cents, explanation }],
    },
    beforeCents,
    afterCents,
    creditCents,
    explanation,
  };
}

/** Returns a bill with another tax in its total and installments, the previous tax, and the amount paid beyond the new one. */
export function withTax(
  bill: BillState,
  afterCents: number,
  due: DueDay,
): Pick<Recomputed, 'bill' | 'beforeCents' | 'creditCents'> {
  const beforeCents = bill.installments.reduce((sum, { cents }) => sum + cents, 0);
  const paidCents = bill.installments.reduce((sum, { cents, openCents }) => sum + cents - openCents, 0);
  const installments =
    afterCents < beforeCents
      ? lowered(bill.installments, beforeCents, afterCents)
      : raised(bill.installments, afterCents - beforeCents, due);
  return {
    bill: {
      ...bill,
      installments: withPaid(installments, Math.min(paidCents, afterCents)),
      totalCents: bill.totalCents + afterCents - beforeCents,
    },
    beforeCents,
    creditCents: Math.max(0, paidCents - afterCents),
  };
}

function lowered(installments: readonly Installment[], before: number, after: number): Installment[] {
  let left = after;
  return installments.map((installment, n) => {
    const isLast = n === installments.length - 1;
    const cents = isLast ? left : Number((BigInt(installment.cents) * BigInt(after)) / BigInt(before));
    left -= cents;
    return { ...installment, cents };
  });
}

function raised(installments: readonly Installment[], more: number, due: DueDay): Installment[] {
  const last = installments.at(-1);
  if (more === 0) return [...installments];
  if (last !== undefined && last.dueAt >= due.dueAt)
    return installments.with(-1, { ...last, cents: last.cents + more });
  const added = { ...due, cents: more, openCents: more, monthsCharged: 0, penalized: false };
  return [...installments, added];
}

/** Returns installments of which the first ones are paid by an amount. */
function withPaid(installments: readonly Installment[], paidCents: number): Installment[] {
  let left = paidCents;
  return installments.map((installment) => {
    const paid = Math.min(installment.cents, left);
    left -= paid;
    return { ...installment, openCents: installment.cents - paid };
  });
}

/**
 * Returns a parcel with corrected bills, and the postings of the corrections. Credit pays what is open on its bills, oldest first.
 */
export function withCorrections(
  parcel: ParcelState,
  corrected: readonly Recomputed[],
): { parcel: ParcelState; postings: Posting[] } {
  const account = books(parcel.facts.propertyId);
  const changed = new Map(corrected.map(({ bill }) => [bill.billNumber, bill]));
  const bills = parcel.bills.map((bill) => changed.get(bill.billNumber) ?? bill);
  const creditCents = corrected.reduce((sum, one) => sum + one.creditCents, parcel.creditCents);
  const after = withBills({ ...parcel, creditCents }, bills);
  const used = Math.min(creditCents, after.owedCents);
  const paid = allocate(bills, used).bills;
  return {
    parcel: withBills(
      { ...after, creditCents: creditCents - used },
      bills.map((bill) => paid.find((one) => one.billNumber === bill.billNumber) ?? bill),
    ),
    postings: balanced([
      ...corrected.flatMap(({ beforeCents, afterCents, creditCents: credit }) => [
        ...move('revenue:tax', account.receivable, afterCents - beforeCents + credit),
        ...move('revenue:tax', account.credit, -credit),
      ]),
      ...move(account.receivable, account.credit, used),
    ]),
  };
}

import type { Bill } from '#domains/registry/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import type { BillCorrectionRow } from '../corrections/bill-corrections.ts';
import type { BillWaiverRow } from '../waivers/bill-waivers.ts';
import { waivableOf } from '../waivers/waivable.ts';
import { type BillState, openOf } from './bill-state.ts';
import { explainLines } from './explain-lines.ts';

/** Returns what anyone with the number of a bill may see. */
export function showTotal(bill: BillState, address: string, now: number) {
  const open = openOf(bill);
  const [next] = bill.installments.filter(({ openCents }) => openCents > 0).toSorted((a, b) => a.dueAt - b.dueAt);
  return {
    billNumber: bill.billNumber,
    propertyId: bill.propertyId,
    address,
    year: bill.year,
    issuedAt: new Date(bill.issuedAt).toISOString(),
    total: bill.totalCents,
    totalFormatted: formatCents(bill.totalCents),
    open,
    openFormatted: formatCents(open),
    nextDue: next === undefined ? null : new Date(next.dueAt).toISOString(),
    nextDueDay: next?.due ?? null,
    overdue: next !== undefined && next.dueAt < now,
  };
}

/** The data shown with a bill: the kinds of its exemptions that the caller may see, by id, its corrections and its waivers. */
export type Beside = {
  readonly kinds: ReadonlyMap<string, string>;
  readonly corrections: readonly BillCorrectionRow[];
  readonly waivers: readonly BillWaiverRow[];
};

/** Returns a bill with every line explained, for its owners. */
export const showBill = (
  bill: BillState,
  address: string,
  { kinds, corrections, waivers }: Beside,
  now: number,
): Bill => ({
  ...showTotal(bill, address, now),
  blockIndex: bill.leviedIndex,
  exempted: bill.basis.exempted.map(({ id, exemptCents, savedCents }) => ({
    exemptionId: id,
    kind: kinds.get(id) ?? null,
    exemptCents,
    savedCents,
  })),
  corrections: corrections.map(({ billNumber: _, ...correction }) => correction),
  waivable: waivableOf(bill),
  waivers: waivers.map(({ billNumber: _, ...waiver }) => waiver),
  lines: explainLines(bill.lines).map((line) => ({ ...line, formatted: formatCents(line.cents) })),
  installments: bill.installments.map(({ due, dueAt, cents, openCents }) => ({
    due,
    dueAt: new Date(dueAt).toISOString(),
    cents,
    formatted: formatCents(cents),
    open: openCents,
    overdue: openCents > 0 && dueAt < now,
  })),
});

import type { BillState } from '../taxes/bill-state.ts';

/** Days before and after the end of a due day on which a notice is made. */
export type Schedule = { readonly daysBefore: readonly number[]; readonly daysAfter: readonly number[] };

export type DueNotice = {
  readonly kind: 'due_soon' | 'overdue';
  readonly due: string;
  readonly days: number;
  readonly at: number;
};

export const DAY = 86_400_000;

/**
 * Returns the notices that fall between two instants, the second one included: for each open installment at most one, that of
 * the newest day. A bill that was issued after the day of a reminder gets it when it is issued.
 */
export function chooseDue(
  bill: BillState,
  { daysBefore, daysAfter }: Schedule,
  from: number,
  until: number,
): DueNotice[] {
  return bill.installments.flatMap(({ due, dueAt, openCents }): DueNotice[] => {
    if (openCents === 0) return [];
    const before = daysBefore.map((days) => ({ kind: 'due_soon' as const, days, day: dueAt - days * DAY }));
    const after = daysAfter.map((days) => ({ kind: 'overdue' as const, days, day: dueAt + days * DAY }));
    const reached = [...before, ...after].filter(({ day }) => day <= until).toSorted((a, b) => b.day - a.day);
    const [newest] = reached;
    if (newest === undefined || (newest.kind === 'due_soon' && dueAt <= until)) return [];
    const at = Math.max(newest.day, bill.issuedAt);
    return at > from && at <= until ? [{ kind: newest.kind, due, days: newest.days, at }] : [];
  });
}

import type { Bill } from '#domains/registry/contract.ts';
import type { AmountChoice } from './pay-fields.tsx';

/**
 * Returns the amounts that a resident is likely to pay: what is overdue with its charges, or else the next installment, and all. Bills
 * are paid oldest first, so the next installment comes with everything that is due before it.
 */
export function amountChoices(bills: readonly Bill[], owedCents: number): AmountChoice[] {
  const installments = bills.flatMap((bill) => bill.installments.filter(({ open }) => open > 0));
  const charges = owedCents - installments.reduce((sum, { open }) => sum + open, 0);
  const sumUntil = (dueAt: string) =>
    charges + installments.reduce((sum, one) => sum + (one.dueAt <= dueAt ? one.open : 0), 0);
  const overdue = installments.filter((one) => one.overdue).map(({ dueAt }) => dueAt);
  const coming = installments.filter((one) => !one.overdue).map(({ dueAt }) => dueAt);
  const [latest, next] = [overdue.toSorted().at(-1), coming.toSorted()[0]];
  const due = latest ?? next;
  const all = { label: 'All', cents: owedCents };
  if (due === undefined || sumUntil(due) >= owedCents) return owedCents > 0 ? [all] : [];
  return [{ label: latest === undefined ? 'Next installment' : 'Overdue', cents: sumUntil(due) }, all];
}

import { dueDayFor } from '../corrections/due-day.ts';
import type { Installment } from './bill-state.ts';

/**
 * Returns the installments of a bill that is issued at an instant, in milliseconds since the epoch. Installments whose day has passed are due
 * together, 30 days after issue, because a bill cannot be late before it exists.
 */
export function dueOnceIssued(
  installments: readonly Installment[],
  at: number,
  timeZone: string,
): readonly Installment[] {
  const [first, ...others] = installments.filter(({ dueAt }) => dueAt <= at);
  if (first === undefined) return installments;
  const cents = others.reduce((sum, one) => sum + one.cents, first.cents);
  const later = installments.filter(({ dueAt }) => dueAt > at);
  return [{ ...first, ...dueDayFor(at, timeZone), cents, openCents: cents }, ...later].toSorted(
    (a, b) => a.dueAt - b.dueAt,
  );
}

import type { MethodFees } from '#domains/payments/contract.ts';
import { formatCents } from '#platform/contract/money.ts';

/** Returns what a method costs on top of an amount in cents, as a sentence. */
export function describeFees(fees: MethodFees | undefined, cents: number): string {
  if (fees === undefined || (fees.fixedCents === 0 && fees.basisPoints === 0)) return 'No fee.';
  const fee = fees.fixedCents + Math.round((cents * fees.basisPoints) / 10_000);
  return Number.isFinite(fee) ? `The fee is ${formatCents(fee)}, ${formatCents(cents + fee)} in total.` : '';
}

import { feeOf, type MethodFees } from '#domains/payments/contract.ts';
import { formatCents } from '#platform/contract/money.ts';

/** Returns what a method costs on top of an amount in cents, as a sentence. Without an amount that can be paid, nothing. */
export function describeFees(fees: MethodFees | undefined, cents: number | undefined): string {
  if (fees === undefined || (fees.fixedCents === 0 && fees.basisPoints === 0)) return 'No fee.';
  if (cents === undefined) return '';
  const fee = feeOf(fees, cents);
  return `The fee is ${formatCents(fee)}, ${formatCents(cents + fee)} in total.`;
}

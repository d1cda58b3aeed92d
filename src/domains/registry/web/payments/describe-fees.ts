import { feeOf, type MethodFees } from '#domains/payments/contract.ts';
import { formatCents } from '#platform/contract/money.ts';

/** Returns the fee of a method for an amount in cents, as a sentence. Empty without an amount that can be paid. */
export function describeFees(fees: MethodFees | undefined, cents: number | undefined): string {
  if (fees === undefined || (fees.fixedCents === 0 && fees.basisPoints === 0)) return 'No fee.';
  if (cents === undefined) return '';
  const fee = feeOf(fees, cents);
  return `The fee is ${formatCents(fee)}, ${formatCents(cents + fee)} in total.`;
}

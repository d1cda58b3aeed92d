import type { Account } from '#domains/participants/server/index.ts';
import { paymentNotFound, paymentSettled } from '#domains/payments/contract.ts';
import { AppError, forbidden } from '#platform/contract/errors.ts';
import type { Payments } from './open-payments.ts';
import type { Clerk } from './payee.ts';
import { type PaymentRow, readPayments } from './payments.ts';

/**
 * Returns a pending payment that the caller may confirm.
 *
 * @throws AppError `payments.not_found`, `payments.settled`, `request.forbidden`
 */
export async function requirePending(payments: Payments, caller: Account, paymentId: string): Promise<PaymentRow> {
  const [payment] = await readPayments(payments.database, [paymentId]);
  if (payment === undefined)
    throw new AppError(paymentNotFound, `Payment ${paymentId} was not found.`, { hint: 'Open the list of payments.' });
  if (payment.state !== 'pending')
    throw new AppError(paymentSettled, `The payment ${paymentId} is ${payment.state} already.`, {
      hint: 'Assign the money to what it paid for.',
    });
  if (!mayConfirm(payments, caller, payment.kind))
    throw new AppError(forbidden, 'Only an administrator can confirm this payment.', {
      hint: 'The money stays in suspense until one assigns it.',
    });
  return payment;
}

/** Reports whether an account may confirm that money of this kind arrived or left again. */
export const mayConfirm = ({ payees }: Pick<Payments, 'payees'>, caller: Clerk, kind: string): boolean =>
  payees.get(kind)?.mayConfirm?.(caller) ?? true;

import { paymentNotFound } from '#domains/payments/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Payments } from './open-payments.ts';
import type { PaymentRow } from './payments.ts';

/** @throws AppError `payments.not_found` */
export async function requirePayment({ find }: Pick<Payments, 'find'>, paymentId: string): Promise<PaymentRow> {
  const payment = await find(paymentId);
  if (payment !== undefined) return payment;
  throw new AppError(paymentNotFound, `Payment ${paymentId} was not found.`, { hint: 'Compare it with the receipt.' });
}

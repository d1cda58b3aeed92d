import { randomBytes, timingSafeEqual } from 'node:crypto';
import { payerOnly } from '#domains/payments/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { PaymentRow } from './payments.ts';

/** Who calls: an account, or a visitor with the key of a payment. */
export type PayerCall = { readonly caller: { readonly id: string } | undefined; readonly secret: string | undefined };

type Opened = Pick<PaymentRow, 'paymentId' | 'accountId' | 'payerKey'>;

/** Returns a new key for a payment that is opened without an account: 128 random bits in hex. */
export const newPayerKey = (): string => randomBytes(16).toString('hex');

/** Reports whether a caller opened a payment: the same account, or the key that only the answer to its opening contained. */
export function isPayer({ accountId, payerKey = null }: Opened, { caller, secret }: PayerCall): boolean {
  if (accountId !== null) return caller?.id === accountId;
  if (payerKey === null || secret === undefined || secret.length !== payerKey.length) return false;
  return timingSafeEqual(Buffer.from(secret, 'latin1'), Buffer.from(payerKey, 'latin1'));
}

/** @throws AppError `payments.payer_only` unless the caller opened the payment */
export function requirePayer(payment: Opened, call: PayerCall): void {
  if (!isPayer(payment, call)) throw notPayer(payment.paymentId);
}

export const notPayer = (paymentId: string) =>
  new AppError(payerOnly, `You did not start the payment ${paymentId}.`, {
    hint: 'Sign in with the account that started it, or use the browser tab in which it was started.',
  });

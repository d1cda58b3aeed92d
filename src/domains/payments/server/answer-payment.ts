import { type NextStep, type Payment, type PaymentAnswer, verificationCodes } from '#domains/payments/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import type { Payments } from './open-payments.ts';
import type { PaymentRow } from './payments.ts';
import { newestIndex, showPayment } from './show-payments.ts';

/**
 * Returns a payment with what happened to it, or with what the payer does next. The page of a card, its confirmation, and the reference
 * in the call that pays are only for the payer; how to transfer is for everyone. `hash` is that of the block of its newest state; without
 * it, reads the block.
 */
export async function answerPayment(
  payments: Payments,
  row: PaymentRow,
  { isForPayer = true, hash }: { readonly isForPayer?: boolean; readonly hash?: string | undefined } = {},
): Promise<PaymentAnswer> {
  const payment = showPayment(row, hash ?? (await payments.hashOf(newestIndex(row))));
  const step = row.state === 'pending' ? ((await payments.method(row.method).next?.(row)) ?? null) : null;
  const next = isForPayer || step?.kind === 'transfer' ? step : null;
  const ledgerWarning = await payments.ledgerWarning();
  return {
    ...{ payment, message: messageOf(payment, row, next), next },
    ...(ledgerWarning === undefined ? {} : { ledgerWarning }),
  };
}

function messageOf(payment: Payment, row: PaymentRow, next: NextStep | null): string {
  const { reason, reversedCents } = row;
  const amount = payment.amountFormatted;
  if (payment.reverses !== null) return payment.amount < 0 ? 'The payment was taken back.' : `${amount} counts again.`;
  if (payment.status === 'completed' && reversedCents > 0)
    return reversedCents === row.amountCents
      ? `${amount} was paid, and all of it was taken back or refunded since.`
      : `${amount} was paid, of which ${formatCents(reversedCents)} was taken back or refunded since.`;
  if (payment.status === 'completed')
    return payment.methodFee === 0
      ? `${amount} is paid.`
      : `${amount} is paid, of which ${formatCents(payment.methodFee)} is the fee of the payment method.`;
  if (payment.status === 'failed')
    return `${payment.paymentMethod === 'fiat' && reason !== null ? reason : 'The payment did not arrive.'} Nothing was paid.`;
  if (next?.kind === 'transfer')
    return `Transfer ${amount} with the reference ${next.reference}. It counts once it has arrived.`;
  if (next?.kind === 'confirm') return `Confirm the payment of ${amount} to complete it.`;
  if (next?.kind === 'card_page') return `Enter your card on the page of the card provider to pay ${amount}.`;
  // A payer who named a transaction has sent the money. Asking again would make them pay twice.
  if (next?.kind === 'call' && next.code !== null) return `${verificationCodes[next.code].message} (${next.code})`;
  if (next?.kind === 'call') return `Send ${next.amount} on ${next.network}. It counts once it is confirmed.`;
  return `${amount} has not arrived yet.`;
}

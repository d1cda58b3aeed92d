import { holds } from '#domains/participants/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import { canReconcile } from '#domains/payments/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import { answerPayment } from './answer-payment.ts';
import type { Payments } from './open-payments.ts';
import { isPayer, type PayerCall } from './payer.ts';
import { readFamily } from './payments.ts';
import { requirePayment } from './require-payment.ts';

/**
 * Reads a payment with its next step and its later entries. Only government accounts and administrators see reasons, because people wrote some.
 *
 * @throws AppError `payments.not_found`
 */
export async function readPayment(
  payments: Payments,
  paymentId: string,
  call: PayerCall & { readonly caller: Account | undefined },
) {
  const { caller } = call;
  const payment = await requirePayment(payments, paymentId);
  const [, ...later] = await readFamily(payments.database, paymentId);
  const mayReadReasons = caller !== undefined && holds(caller, canReconcile);
  const answer = await answerPayment(payments, payment, { isForPayer: isPayer(payment, call) });
  return {
    ...answer,
    subject: payment.subject,
    entries: later.map((entry) => ({
      id: entry.paymentId,
      amount: entry.amountCents,
      amountFormatted: formatCents(entry.amountCents),
      timestamp: new Date(entry.openedAt).toISOString(),
      blockIndex: entry.openedIndex,
      reason: mayReadReasons ? entry.reason : null,
    })),
  };
}

import { methodNotOffered, paymentSettled } from '#domains/payments/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { PaymentRow } from '../payments.ts';
import { applyIntent } from './apply-intent.ts';
import type { Cards } from './cards.ts';
import { addTestCharge, endTestCharge } from './test-charges.ts';

/**
 * Approves or declines a payment that waits for a confirmation of the TEST card.
 *
 * @throws AppError `payments.method_not_offered` outside of the demo, `payments.settled` if the payment does not wait
 */
export async function confirmTestCard(
  cards: Cards | undefined,
  payment: PaymentRow,
  decision: 'approve' | 'decline',
): Promise<void> {
  if (cards === undefined || !cards.provider.isTest)
    throw new AppError(methodNotOffered, 'TEST cards exist in demo mode only.');
  if (payment.state !== 'pending' || payment.method !== 'fiat')
    throw new AppError(paymentSettled, `The payment ${payment.paymentId} does not wait for a confirmation.`, {
      hint: 'Read the payment to see its outcome.',
    });
  const { paymentId } = payment;
  await addTestCharge(cards.database, {
    paymentId,
    card: 'test_needs_step',
    state: 'waiting',
    reason: null,
    refundedCents: 0,
    disputedAt: null,
  });
  const declined = 'The confirmation was declined (TEST). Use another card, or pay by bank transfer.';
  await endTestCharge(cards.database, paymentId, decision === 'approve' ? null : declined);
  await applyIntent(cards, paymentId);
}

import { readPayments } from '../payments.ts';
import { applyIntent } from './apply-intent.ts';
import type { Cards } from './cards.ts';

/**
 * Closes a pending card payment, with the reason for its payer. A payment that was completed meanwhile stays completed, and one
 * that the provider is still processing keeps waiting. Safe to repeat.
 */
export async function cancelCard(cards: Cards, paymentId: string, reason: string): Promise<void> {
  const [payment] = await readPayments(cards.database, [paymentId]);
  if (payment?.state !== 'pending' || payment.method !== 'fiat') return;
  await cards.provider.cancel(payment, reason);
  await applyIntent(cards, paymentId, undefined, reason);
}

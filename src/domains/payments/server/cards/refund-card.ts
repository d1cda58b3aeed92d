import type { PaymentRow } from '../payments.ts';
import { applyIntent } from './apply-intent.ts';
import type { Cards } from './cards.ts';

export type CardRefund = {
  readonly cents: number;
  /** Requests with the same key refund once. */
  readonly key: string;
  readonly reason: string;
  readonly user: string;
};

/**
 * Refunds cents of a card payment at its provider, and records the provider's state after it. If the process dies in between, the
 * provider's notice records it.
 */
export async function refundCard(cards: Cards, payment: PaymentRow, refund: CardRefund): Promise<void> {
  await cards.provider.refund(payment, refund.cents, refund.key);
  await applyIntent(cards, payment.paymentId, refund);
}

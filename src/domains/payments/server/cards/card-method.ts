import type { Method } from '../method.ts';
import { applyIntent } from './apply-intent.ts';
import { ChargeRefused } from './card-provider.ts';
import type { Cards } from './cards.ts';

/**
 * Returns the card payment method. A payment is opened first and then charged, so that a charge always has its payment: if
 * the process dies in between, the next round (`settle-waiting.ts`) reads the outcome from the provider.
 *
 * In the demo a payment that names no card, or the one that always succeeds, completes in the block that opens it, so that
 * concurrent ones are judged by what the others paid. The TEST provider counts it as charged.
 */
export const cardMethod = (cards: Cards): Method => ({
  method: 'fiat',
  option: () => cards.provider.option,
  reference: () => null,
  arrives: ({ card, stored }) =>
    cards.provider.isTest && (card ?? 'test_success') === 'test_success' && stored === undefined,
  async start(payment, { card, stored }) {
    try {
      await cards.provider.charge(payment, card, stored);
    } catch (error) {
      if (!(error instanceof ChargeRefused)) throw error;
      return cards.payee(payment.kind).fail(payment.paymentId, error.message, undefined);
    }
    await applyIntent(cards, payment.paymentId);
  },
  next: (payment) => cards.provider.next(payment),
});

/** The card method when no provider is connected. */
export const noCards: Method = {
  method: 'fiat',
  option: () => ({
    method: 'fiat',
    offered: false,
    note: 'Not offered: no card provider is connected to this server.',
  }),
  reference: () => null,
  next: null,
};

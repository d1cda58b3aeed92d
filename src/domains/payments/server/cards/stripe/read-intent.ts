import type Stripe from 'stripe';
import type { CardIntent } from '../card-provider.ts';
import { DISPUTED } from '../disputes.ts';

/** States of a dispute in which the amount is withdrawn from the city. The others are inquiries, or were won. */
const WITHDRAWN = new Set(['needs_response', 'under_review', 'lost', 'appeal_needs_response', 'appeal_under_review']);

/** Returns what is left of an intent after refunds and disputes, in cents. */
export function keptOf(intent: Stripe.PaymentIntent, disputes: readonly Stripe.Dispute[]): number {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  const disputed = disputes.reduce((sum, { status, amount }) => sum + (WITHDRAWN.has(status) ? amount : 0), 0);
  return Math.max(0, intent.amount_received - (charge?.amount_refunded ?? 0) - disputed);
}

type Found = {
  readonly session: Stripe.Checkout.Session | undefined;
  readonly intent: Stripe.PaymentIntent | undefined;
  readonly disputes: readonly Stripe.Dispute[];
};

/**
 * Returns Stripe's state of a payment. A declined card leaves it waiting, because the payer may try another card on the same page,
 * until the page expires.
 */
export function toCardIntent({ session, intent, disputes }: Found): CardIntent {
  const none = { receivedCents: 0, keptCents: 0 };
  const declined = intent?.last_payment_error?.message ?? null;
  if (intent?.status === 'succeeded' && intent.currency === 'usd') {
    const keptCents = keptOf(intent, disputes);
    return { state: 'succeeded', receivedCents: intent.amount_received, keptCents, reason: reasonOf(disputes) };
  }
  // Its cents are no cents of a dollar. Nothing here asks for such money, so only a person can give it back, at Stripe.
  if (intent?.status === 'succeeded')
    return {
      state: 'failed',
      ...none,
      reason: `The card was charged in ${intent.currency.toUpperCase()}, not in US dollars.`,
    };
  if (intent?.status === 'canceled')
    return { state: 'failed', ...none, reason: declined ?? 'The payment by card was canceled.' };
  // A stored card was charged while its owner was away, so there is no payer to try another card.
  if (session === undefined && intent?.status === 'requires_payment_method')
    return { state: 'failed', ...none, reason: declined ?? 'The card was declined.' };
  if (session?.status === 'expired' && intent?.status !== 'processing')
    return { state: 'failed', ...none, reason: declined ?? 'The page for the card was not used in time.' };
  return { state: 'waiting', ...none, reason: declined };
}

function reasonOf(disputes: readonly Stripe.Dispute[]): string {
  const [newest] = disputes;
  if (newest === undefined) return 'Refunded to the card.';
  if (newest.status === 'won') return 'The dispute was won.';
  return WITHDRAWN.has(newest.status) ? `${DISPUTED}.` : 'Refunded to the card.';
}

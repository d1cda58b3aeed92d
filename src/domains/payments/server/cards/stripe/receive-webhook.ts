import Stripe from 'stripe';
import { signatureInvalid } from '#domains/payments/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Cards } from '../cards.ts';
import { handleEvent } from '../handle-event.ts';
import { toCardEvent } from './stripe-provider.ts';

/** Older notices are refused, so that a recorded one cannot be sent again later (Stripe's own default). */
const TOLERANCE_SECONDS = 300;

/** Only these concern payments. Others are acknowledged, so that Stripe does not repeat them. */
const CONCERNING = /^(payment_intent|checkout\.session|charge\.dispute|charge\.refund)/;

/**
 * Handles a notice of Stripe, after checking that Stripe signed these bytes within the last five minutes.
 *
 * @throws AppError `payments.signature_invalid`, `server.unavailable` so that Stripe sends it again
 */
export async function receiveWebhook(
  stripe: { readonly cards: Cards; readonly webhookSecret: string } | undefined,
  { body, signature }: { body: string; signature: string | undefined },
): Promise<void> {
  if (stripe === undefined) throw new AppError(signatureInvalid, 'This server is not connected with Stripe.');
  const { cards, webhookSecret } = stripe;
  const event = verify(body, signature, webhookSecret, cards.clock());
  if (CONCERNING.test(event.type)) await handleEvent(cards, toCardEvent(event));
}

function verify(body: string, signature: string | undefined, secret: string, now: number): Stripe.Event {
  try {
    return Stripe.webhooks.constructEvent(body, signature ?? '', secret, TOLERANCE_SECONDS, undefined, now);
  } catch {
    throw new AppError(signatureInvalid, 'The notice is not signed by Stripe, or is too old.', {
      hint: 'STRIPE_WEBHOOK_SECRET must be the signing secret of this endpoint.',
    });
  }
}

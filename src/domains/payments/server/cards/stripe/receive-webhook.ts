import Stripe from 'stripe';
import { signatureInvalid } from '#domains/payments/contract.ts';
import { AppError, validationFailed } from '#platform/contract/errors.ts';
import type { Cards } from '../cards.ts';
import { handleEvent } from '../handle-event.ts';
import { StripeNotice, toCardEvent } from './stripe-provider.ts';

/**
 * Older notices are refused, so that a captured one cannot be replayed later (Stripe's own default), and so are those
 * signed further ahead of the clock.
 */
const TOLERANCE_SECONDS = 300;

/** Only these concern payments. Others are acknowledged, so that Stripe does not repeat them. */
const CONCERNING = /^(payment_intent|checkout\.session|charge\.dispute|charge\.refund|refund\.)/;

export type StripeWebhook = {
  readonly cards: Cards;
  readonly webhookSecret: string;
  /** Whether the secret key is one of Stripe's live mode. */
  readonly isLive: boolean;
};

/**
 * Handles a notice of Stripe, after checking that Stripe signed these bytes within the last five minutes.
 *
 * @throws AppError `payments.signature_invalid`, `request.invalid` for a notice of Stripe's other mode, `server.unavailable` so that Stripe sends it again
 */
export async function receiveWebhook(
  stripe: StripeWebhook | undefined,
  { body, signature }: { body: string; signature: string | undefined },
): Promise<void> {
  if (stripe === undefined) throw new AppError(signatureInvalid, 'This server is not connected with Stripe.');
  const { cards, webhookSecret, isLive } = stripe;
  const event = verify(body, signature, webhookSecret, cards.clock());
  if (event.livemode !== undefined && event.livemode !== isLive) throw otherMode(event.livemode);
  if (CONCERNING.test(event.type)) await handleEvent(cards, toCardEvent(event));
}

/** The objects of one mode do not exist in the other, so every such notice would be acknowledged and change nothing. */
function otherMode(isLive: boolean): AppError {
  const [own, other] = isLive ? ['test', 'live'] : ['live', 'test'];
  return new AppError(
    validationFailed,
    `The notice is from the ${other} mode of Stripe, and this server has a key of its ${own} mode.`,
    {
      hint: 'STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET must be of the same mode.',
      errors: [{ in: 'body', pointer: '/livemode', message: `livemode must be ${String(!isLive)}` }],
    },
  );
}

function verify(body: string, signature = '', secret: string, now: number): StripeNotice {
  const event = read(body, signature, secret, now);
  const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1]);
  if (event === undefined || !(signedAt <= now / 1000 + TOLERANCE_SECONDS))
    throw new AppError(
      signatureInvalid,
      'The notice is not signed by Stripe, or its time is more than five minutes off.',
      {
        hint: 'STRIPE_WEBHOOK_SECRET must be the signing secret of this endpoint, and the clock of this server must be right.',
      },
    );
  const notice = StripeNotice.safeParse(event);
  if (notice.success) return notice.data;
  throw new AppError(validationFailed, 'The notice is not an event of Stripe.', {
    errors: [{ in: 'body', pointer: '', message: 'send an event with id, type and data.object' }],
  });
}

function read(body: string, signature: string, secret: string, now: number): unknown {
  try {
    return Stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS, undefined, now);
  } catch {
    return undefined;
  }
}

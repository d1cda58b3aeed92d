import Stripe from 'stripe';
import { AppError, unavailable } from '#platform/contract/errors.ts';
import type { StripeConfig } from '#platform/server/stripe-config.ts';
import { ChargeRefused } from '../card-provider.ts';

const TIMEOUT_MILLISECONDS = 15_000;
/** The library repeats with the same idempotency key. */
const RETRIES = 2;

/** Returns the client of Stripe's API. */
export const createStripe = ({ secretKey, apiUrl }: StripeConfig, timeout = TIMEOUT_MILLISECONDS): Stripe =>
  new Stripe(secretKey, {
    host: apiUrl.hostname,
    port: apiUrl.port || (apiUrl.protocol === 'https:' ? 443 : 80),
    protocol: apiUrl.protocol === 'https:' ? 'https' : 'http',
    timeout,
    maxNetworkRetries: RETRIES,
    telemetry: false,
  });

/** Reports whether a key moves real money. */
export const isLiveKey = (secretKey: string): boolean => /^(sk|rk)_live_/.test(secretKey);

const REFUSED: Readonly<Record<string, string>> = {
  amount_too_small: 'The amount is too small for a card.',
  amount_too_large: 'The amount is too large for a card.',
};

/** Thrown for an object that does not exist at Stripe. */
export class UnknownAtStripe extends Error {}

/**
 * Performs a call to Stripe. Its errors are replaced, because their messages may contain a part of the key.
 *
 * @throws AppError `server.unavailable` if the same call may succeed later
 * @throws UnknownAtStripe
 */
export async function askStripe<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const facts = new Error(
      `Stripe: ${error.type} ${error.code ?? ''} in request ${error.requestId ?? 'without an id'}`,
    );
    const reason = REFUSED[error.code ?? ''];
    if (reason !== undefined) throw new ChargeRefused(reason);
    if (error.code === 'resource_missing') throw new UnknownAtStripe(facts.message);
    if (error instanceof Stripe.errors.StripeInvalidRequestError) throw facts;
    throw new AppError(unavailable, 'The card provider does not answer right now. Try again in a minute.', {
      hint: 'Repeat the request with the same Idempotency-Key: a card is charged once.',
      cause: facts,
    });
  }
}

import Stripe from 'stripe';
import type { StoringPage } from '#domains/payments/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { PaymentRow } from '../../payments.ts';
import { type CardProvider, ChargeRefused } from '../card-provider.ts';
import type { StoredCardRow } from '../stored/stored-cards.ts';
import { askStripe } from './ask-stripe.ts';
import { findKnownIntent } from './card-intents.ts';

type Stored = Pick<CardProvider, 'store' | 'readStored' | 'forget' | 'cancel'>;

const pages: Readonly<Record<StoringPage, string>> = {
  portal: '/detroit/resident?tab=autopay',
  subscription: '/subscription?tab=current',
};

/**
 * Stores cards and cancels charges at Stripe: the payer enters the card on Stripe's own page (Checkout in mode `setup`), and this server
 * stores the ids of the customer and of the method.
 */
export const storeAtStripe = (database: Database, stripe: Stripe, publicUrl: string): Stored => ({
  async store(cardId, _, page) {
    const back = `${publicUrl}${pages[page]}`;
    const customer = await askStripe(() =>
      stripe.customers.create({ metadata: { cardId } }, { idempotencyKey: `${cardId}:customer` }),
    );
    const session = await askStripe(() =>
      stripe.checkout.sessions.create(
        {
          mode: 'setup',
          currency: 'usd',
          customer: customer.id,
          client_reference_id: cardId,
          success_url: back,
          cancel_url: back,
        },
        { idempotencyKey: cardId },
      ),
    );
    return {
      state: 'pending',
      label: 'Card not entered yet',
      testCard: null,
      customerId: customer.id,
      sessionId: session.id,
      methodId: null,
      url: session.url,
    };
  },
  async readStored({ sessionId }) {
    if (sessionId === null) return undefined;
    const session = await askStripe(() =>
      stripe.checkout.sessions.retrieve(sessionId, { expand: ['setup_intent.payment_method'] }),
    );
    if (session.status === 'expired') return { state: 'removed', label: 'Card not entered', methodId: null };
    const intent = typeof session.setup_intent === 'object' ? session.setup_intent : null;
    const method = typeof intent?.payment_method === 'object' ? intent.payment_method : null;
    if (intent?.status !== 'succeeded' || method === null) return undefined;
    return { state: 'ready', label: labelOf(method), methodId: method.id };
  },
  async forget({ methodId }) {
    if (methodId !== null) await askStripe(() => stripe.paymentMethods.detach(methodId));
  },
  async cancel(payment) {
    const known = await findKnownIntent(database, payment);
    const unlessEnded = (error: Error) => {
      // What has ended or is being processed cannot be canceled. Reading it returns its state.
      if (error instanceof AppError) throw error;
    };
    const { sessionId = null, intentId = null } = known ?? {};
    // The intent of a page ends with it, and cannot be canceled by itself.
    if (sessionId !== null) await askStripe(() => stripe.checkout.sessions.expire(sessionId)).catch(unlessEnded);
    else if (intentId !== null) await askStripe(() => stripe.paymentIntents.cancel(intentId)).catch(unlessEnded);
  },
});

const labelOf = ({ card }: Stripe.PaymentMethod): string =>
  card == null ? 'Card' : `${card.brand} ending in ${card.last4}`;

/**
 * Charges a stored card while its owner is away, and returns the id of the intent. The payment's id makes a repeated call return the same
 * charge, also one that was declined.
 *
 * @throws ChargeRefused if the card is declined, or needs a confirmation that only its owner can give
 */
export async function chargeStored(
  stripe: Stripe,
  { paymentId, amountCents, title }: Pick<PaymentRow, 'paymentId' | 'amountCents'> & { readonly title: string },
  { customerId, methodId }: StoredCardRow,
): Promise<string> {
  if (customerId === null || methodId === null) throw new ChargeRefused('The stored card is not complete.');
  const charge = () =>
    stripe.paymentIntents.create(
      {
        amount: amountCents,
        currency: 'usd',
        customer: customerId,
        payment_method: methodId,
        off_session: true,
        confirm: true,
        metadata: { paymentId },
        description: title,
      },
      { idempotencyKey: `${paymentId}:stored` },
    );
  const intent = await askStripe(() =>
    charge().catch((error: unknown) => {
      if (!(error instanceof Stripe.errors.StripeCardError)) throw error;
      throw new ChargeRefused(
        error.code === 'authentication_required'
          ? 'Your bank asks for a confirmation. Pay by card on the page of what is due.'
          : 'The card was declined. Store another card, or pay in another way.',
      );
    }),
  );
  return intent.id;
}

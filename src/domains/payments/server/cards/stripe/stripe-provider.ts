import type Stripe from 'stripe';
import { z } from 'zod';
import type { NextStep } from '#domains/payments/contract.ts';
import { AppError, validationFailed } from '#platform/contract/errors.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Payee } from '../../payee.ts';
import type { PaymentRow } from '../../payments.ts';
import type { CardEvent, CardIntent, CardProvider } from '../card-provider.ts';
import { askStripe, UnknownAtStripe } from './ask-stripe.ts';
import { addIntent, addSession, findKnownIntent } from './card-intents.ts';
import { keptOf, toCardIntent } from './read-intent.ts';
import { chargeStored, storeAtStripe } from './stripe-stored.ts';

/** Stripe's own page expires after this time. */
const OPEN_MILLISECONDS = 24 * 3_600_000;
const LISTED_MAX = 10_000;

type Services = {
  readonly database: Database;
  readonly clock: Clock;
  readonly stripe: Stripe;
  /** The beginning of the pages that payers come back to. */
  readonly publicUrl: string;
  payee(kind: string): Pick<Payee, 'shown'>;
};

/**
 * Returns Stripe as the card provider. A payer enters the card on Stripe's own page (Checkout), so neither the number nor a third-party
 * script is ever on a page of this server. The payment's id is the idempotency key of its session, and is stored in its intent.
 */
export function createStripeProvider({ database, clock, stripe, publicUrl, payee }: Services): CardProvider {
  const readDisputes = async (intent: Stripe.PaymentIntent | undefined): Promise<Stripe.Dispute[]> => {
    const charge = typeof intent?.latest_charge === 'object' ? intent.latest_charge : null;
    if (intent === undefined || charge?.disputed !== true) return [];
    return (await askStripe(() => stripe.disputes.list({ payment_intent: intent.id, limit: 100 }))).data;
  };
  const showing = ({ kind, subject, paymentId }: PaymentRow) => {
    const shown = payee(kind).shown;
    return { title: shown?.title(subject) ?? subject, back: `${publicUrl}${shown?.path(paymentId) ?? '/'}` };
  };
  const readIntent = (id: string) => askStripe(() => stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }));
  return {
    name: 'stripe',
    isTest: false,
    option: {
      method: 'fiat',
      offered: true,
      note: 'You enter the card on the page of the card provider, Stripe. This server never receives it.',
    },
    roundMilliseconds: 10 * 60_000,
    ...storeAtStripe(database, stripe, publicUrl),
    async charge(payment, _, stored) {
      const known = await findKnownIntent(database, payment);
      if (stored !== undefined) {
        if (known === undefined)
          await addIntent(
            database,
            payment.paymentId,
            await chargeStored(stripe, { ...payment, ...showing(payment) }, stored),
          );
        return;
      }
      if (known?.sessionId) return;
      await addSession(
        database,
        payment.paymentId,
        await askStripe(() => openSession(stripe, { ...payment, ...showing(payment) })),
      );
    },
    async read(payment): Promise<CardIntent> {
      const known = await findKnownIntent(database, payment);
      if (known === undefined) return unknownIntent(payment, clock());
      const { sessionId } = known;
      const session =
        sessionId === null ? undefined : await askStripe(() => stripe.checkout.sessions.retrieve(sessionId));
      const intentId = known.intentId ?? idOf(session?.payment_intent);
      if (intentId !== undefined && known.intentId === null) await addIntent(database, payment.paymentId, intentId);
      const intent = intentId === undefined ? undefined : await readIntent(intentId);
      return toCardIntent({ session, intent, disputes: await readDisputes(intent) });
    },
    async next(payment): Promise<NextStep | null> {
      const known = await findKnownIntent(database, payment);
      return known?.url ? { kind: 'card_page', url: known.url } : null;
    },
    async refund(payment, cents, key) {
      const known = await findKnownIntent(database, payment);
      if (known?.intentId == null) throw refundRefused('This payment was not taken by Stripe.');
      const refund = { payment_intent: known.intentId, amount: cents, metadata: { paymentId: payment.paymentId } };
      await askStripe(() => stripe.refunds.create(refund, { idempotencyKey: key })).catch((error: Error) => {
        if (error instanceof AppError) throw error;
        throw refundRefused('Stripe refuses to refund this amount. It may be refunded or disputed already.', error);
      });
    },
    async find(event) {
      const { intentId } = event;
      if (intentId === undefined)
        return event.paymentId && (await findKnownIntent(database, { paymentId: event.paymentId }))?.paymentId;
      const known = await findKnownIntent(database, { intentId });
      if (known !== undefined) return known.paymentId;
      // Read from the intent at Stripe, not from the notice: a payment keeps the first intent that it gets.
      const paymentId = await readIntent(intentId).then(paymentOf, ignoreUnknown);
      if (paymentId === undefined) return undefined;
      await addIntent(database, paymentId, intentId);
      return (await findKnownIntent(database, { paymentId }))?.paymentId;
    },
    async list(from, to) {
      const created = { gte: Math.floor(from / 1000), lt: Math.floor(to / 1000) };
      const intents = await askStripe(() =>
        stripe.paymentIntents
          .list({ created, limit: 100, expand: ['data.latest_charge'] })
          .autoPagingToArray({ limit: LISTED_MAX }),
      );
      const listed = [];
      for (const intent of intents)
        if (intent.status === 'succeeded')
          listed.push({
            intentId: intent.id,
            paymentId: paymentOf(intent),
            keptCents: keptOf(intent, await readDisputes(intent)),
            createdAt: intent.created * 1000,
          });
      return listed;
    },
    dueEvents: async () => [],
  };
}

type ShownPayment = Pick<PaymentRow, 'paymentId' | 'amountCents'> & { readonly title: string; readonly back: string };

const openSession = (stripe: Stripe, { paymentId, amountCents, title, back }: ShownPayment) =>
  stripe.checkout.sessions.create(
    {
      mode: 'payment',
      client_reference_id: paymentId,
      payment_intent_data: { metadata: { paymentId }, description: title },
      line_items: [
        {
          quantity: 1,
          price_data: { currency: 'usd', unit_amount: amountCents, product_data: { name: title } },
        },
      ],
      success_url: back,
      cancel_url: back,
    },
    { idempotencyKey: paymentId },
  );

/** Returns the state of a payment without a session. It was never charged: the process died before, or Stripe did not answer. */
const unknownIntent = ({ openedAt }: PaymentRow, now: number): CardIntent => ({
  state: now < openedAt + OPEN_MILLISECONDS ? 'waiting' : 'failed',
  receivedCents: 0,
  keptCents: 0,
  reason: 'The card provider could not be reached.',
});

const idOf = (value: string | { readonly id: string } | null | undefined): string | undefined =>
  typeof value === 'string' ? value : value?.id;

const PAYMENT_ID = /^pay_[0-9a-z]{20}$/;
const paymentOf = (intent: Stripe.PaymentIntent): string | undefined => {
  const { paymentId } = intent.metadata;
  return paymentId !== undefined && PAYMENT_ID.test(paymentId) ? paymentId : undefined;
};

const ignoreUnknown = (error: unknown): undefined => {
  if (!(error instanceof UnknownAtStripe)) throw error;
};

const refundRefused = (message: string, cause?: Error) =>
  new AppError(validationFailed, message, { errors: [{ in: 'body', pointer: '/amount', message }], cause });

/** The fields of an event that this server reads. */
export const StripeNotice = z.object({
  id: z.string(),
  type: z.string(),
  livemode: z.boolean().optional(),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
});
export type StripeNotice = z.infer<typeof StripeNotice>;

/** Returns the notice in an event of Stripe. */
export function toCardEvent({ id, type, data: { object } }: StripeNotice): CardEvent {
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  const metadata = object['metadata'] as Readonly<Record<string, unknown>> | null | undefined;
  const paymentId = text(object['client_reference_id']) ?? text(metadata?.['paymentId']);
  const intentId = type.startsWith('payment_intent.') ? text(object['id']) : text(object['payment_intent']);
  return {
    id,
    kind: type,
    paymentId: paymentId !== undefined && PAYMENT_ID.test(paymentId) ? paymentId : undefined,
    intentId,
  };
}

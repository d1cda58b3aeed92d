import Stripe from 'stripe';
import { payBill } from '#domains/registry/contract.ts';
import { registerBilled } from '#tests/support/bills.ts';
import { elsewhere, everyone, query, type RouteCase, type World } from '#tests/support/route-cases/route-case.ts';

const missing = (body?: unknown) => ({
  code: 'payments.not_found',
  provoke: () => ({ params: { paymentId: 'pay_00000000000000000000' }, ...(body === undefined ? {} : { body }) }),
});

/** Returns a payment that waits for the confirmation of its TEST card, or outside of the demo for its transfer. */
async function openWaiting({ server }: World): Promise<{ paymentId: string }> {
  const { billNumber } = await registerBilled(server);
  const details = server.services.payments.cards?.provider.isTest
    ? { paymentMethod: 'fiat' as const, card: 'test_needs_step' as const }
    : { paymentMethod: 'bank' as const };
  const { body } = await server.call(payBill, { params: { billNumber }, body: { amount: 100, ...details } });
  return { paymentId: body.payment.id };
}

/** Route cases of the payment methods. */
export const routeCases: Readonly<Record<string, RouteCase>> = {
  'GET /api/payments/methods': { allowed: everyone, good: () => ({}) },
  'GET /api/payments/reconciliations': {
    allowed: ['government', 'administrator'],
    good: () => ({ query: { limit: 3 } }),
    invalid: [query('limit', 0), query('limit', 367)],
  },
  'GET /api/payments/{paymentId}': {
    allowed: everyone,
    good: async (world) => ({ params: await openWaiting(world) }),
    invalid: [{ params: { paymentId: 'pay_1' }, pointer: '/paymentId' }],
    refusals: [missing()],
  },
  'POST /api/payments/cards/test/{paymentId}': {
    allowed: everyone,
    good: async (world) => ({ params: await openWaiting(world), body: { decision: 'approve' } }),
    invalid: [
      { params: { paymentId: 'pay_1' }, body: { decision: 'approve' }, pointer: '/paymentId' },
      { params: { paymentId: 'pay_00000000000000000000' }, body: { decision: 'perhaps' }, pointer: '/decision' },
    ],
    refusals: [
      missing({ decision: 'approve' }),
      ...elsewhere('payments.settled', 'payments.method_not_offered', 'server.unavailable'),
    ],
  },
  'POST /api/payments/stripe/webhook': {
    allowed: everyone,
    good({ server }) {
      const body = JSON.stringify({
        id: 'evt_case',
        object: 'event',
        type: 'payment_intent.succeeded',
        data: { object: {} },
      });
      return { body, headers: { 'stripe-signature': signedAt(server.clock(), body) } };
    },
    invalid: [{ body: '', pointer: '' }],
    refusals: [
      {
        code: 'payments.signature_invalid',
        provoke: () => ({ body: '{}', headers: { 'stripe-signature': 't=1,v1=00' } }),
      },
      ...elsewhere('server.unavailable'),
    ],
  },
};

/** The keys that servers under test are configured with. */
export const STRIPE_TEST_KEYS = { STRIPE_SECRET_KEY: 'sk_test_routecases', STRIPE_WEBHOOK_SECRET: 'whsec_routecases' };

const signedAt = (now: number, payload: string) =>
  Stripe.webhooks.generateTestHeaderString({
    payload,
    secret: STRIPE_TEST_KEYS.STRIPE_WEBHOOK_SECRET,
    timestamp: Math.floor(now / 1000),
  });

import Stripe from 'stripe';
import { listStatementLines, openStatement, sendStatementLines } from '#domains/payments/contract.ts';
import { importRoll, payBill } from '#domains/registry/contract.ts';
import { registerBilled } from '#tests/support/bills.ts';
import {
  elsewhere,
  everyone,
  pages,
  query,
  type RouteCase,
  type World,
} from '#tests/support/route-cases/route-case.ts';
import type { TestServer } from '#tests/support/test-server.ts';

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

const allowed = ['government', 'administrator'] as const;
const NONE = '00000000-0000-4000-8000-000000000000';
const line = { bookedOn: '2026-03-04', cents: 2500, text: 'Property tax' };
const missingStatement = {
  code: 'payments.statement_not_found',
  provoke: () => ({ params: { statementId: NONE }, body: { from: 0, lines: [line] } }),
};
const missingLine = (body: unknown) => ({
  code: 'payments.line_not_found',
  provoke: () => ({ params: { lineId: NONE }, body }),
});

let sent = 0;

async function newStatement({ call, account }: TestServer): Promise<string> {
  const body = { name: 'march.csv', bankAccount: 'City operating account', lineCount: 10 };
  return (await call(openStatement, { body }, { as: await account('government') })).body.statement.id;
}

/** Sends a line that no reference explains, and returns its id. */
async function newSuspense(server: TestServer): Promise<string> {
  const as = await server.account('government');
  const params = { statementId: await newStatement(server) };
  sent += 1;
  const lines = [{ ...line, text: `Line ${sent}` }];
  await server.call(sendStatementLines, { params, body: { from: 0, lines } }, { as });
  return (await server.call(listStatementLines, { params }, { as })).body.lines[0]?.id ?? '';
}

async function newProperty(server: TestServer): Promise<string> {
  sent += 1;
  const propertyId = `PAY-${sent}`;
  const facts = {
    address: `${sent} Mole`,
    neighborhood: 'Old Harbor',
    propertyType: 'mixed' as const,
    squareFootage: 900,
  };
  const as = await server.account('government');
  await server.call(importRoll, { body: { parcels: [{ propertyId, ...facts }] } }, { as });
  return propertyId;
}

/** Route cases of the payment methods and of bank statements. */
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
  'POST /api/payments/statements': {
    allowed,
    good: () => ({ body: { name: 'march.csv', bankAccount: 'City operating account', lineCount: 10 } }),
    invalid: [
      { body: { name: '', bankAccount: 'City', lineCount: 1 }, pointer: '/name' },
      { body: { name: 'a', bankAccount: 'City', lineCount: 200_001 }, pointer: '/lineCount' },
      { body: { name: 'a', bankAccount: 'City', lineCount: 1, openingCents: 0.5 }, pointer: '/openingCents' },
    ],
    refusals: elsewhere('server.unavailable'),
  },
  'POST /api/payments/statements/{statementId}/lines': {
    allowed,
    good: async ({ server }) => ({
      params: { statementId: await newStatement(server) },
      body: { from: 0, lines: [line] },
    }),
    invalid: [
      { params: { statementId: 'x' }, body: { from: 0, lines: [line] }, pointer: '/statementId' },
      { params: { statementId: NONE }, body: { from: 0, lines: [] }, pointer: '/lines' },
      { params: { statementId: NONE }, body: { from: 0, lines: [{ ...line, cents: 0 }] }, pointer: '/lines/0/cents' },
      {
        params: { statementId: NONE },
        body: { from: 0, lines: [{ ...line, bookedOn: '4.3.2026' }] },
        pointer: '/lines/0/bookedOn',
      },
    ],
    refusals: [missingStatement, ...elsewhere('payments.statement_gap', 'server.unavailable')],
  },
  'GET /api/payments/statements': { allowed, good: () => ({ query: { limit: 2 } }), invalid: pages },
  'GET /api/payments/statements/{statementId}': {
    allowed,
    good: async ({ server }) => ({ params: { statementId: await newStatement(server) } }),
    invalid: [{ params: { statementId: 'x' }, pointer: '/statementId' }],
    refusals: [{ ...missingStatement, provoke: () => ({ params: { statementId: NONE } }) }],
  },
  'GET /api/payments/statements/{statementId}/lines': {
    allowed,
    good: async ({ server }) => ({
      params: { statementId: await newStatement(server) },
      query: { outcome: 'candidates' },
    }),
    invalid: [...pages, query('outcome', 'lost')].map((one) => ({ ...one, params: { statementId: NONE } })),
    refusals: [{ ...missingStatement, provoke: () => ({ params: { statementId: NONE } }) }],
  },
  'GET /api/payments/statements/suspense': { allowed, good: () => ({ query: { limit: 2 } }), invalid: pages },
  'POST /api/payments/statements/lines/{lineId}/assign': {
    allowed,
    good: async ({ server }) => ({
      params: { lineId: await newSuspense(server) },
      body: { kind: 'property_tax', subject: await newProperty(server) },
    }),
    invalid: [
      { params: { lineId: 'x' }, body: { kind: 'property_tax', subject: 'A' }, pointer: '/lineId' },
      { params: { lineId: NONE }, body: { kind: 'parking', subject: 'A' }, pointer: '/kind' },
    ],
    refusals: [
      missingLine({ kind: 'property_tax', subject: 'NO-SUCH-1' }),
      {
        code: 'payments.not_found',
        provoke: () => ({ params: { lineId: NONE }, body: { paymentId: 'pay_00000000000000000000' } }),
      },
      ...elsewhere('payments.line_decided', 'payments.settled', 'server.unavailable'),
    ],
  },
  'POST /api/payments/statements/lines/{lineId}/return': {
    allowed,
    good: async ({ server }) => ({
      params: { lineId: await newSuspense(server) },
      body: { reason: 'Sent by mistake' },
    }),
    invalid: [{ params: { lineId: NONE }, body: { reason: ' ' }, pointer: '/reason' }],
    refusals: [missingLine({ reason: 'x' }), ...elsewhere('payments.line_decided', 'server.unavailable')],
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

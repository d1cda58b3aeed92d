import { randomBytes } from 'node:crypto';
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
  signedIn,
  type World,
} from '#tests/support/route-cases/route-case.ts';
import type { TestServer } from '#tests/support/test-server.ts';
import { storedCardCases } from './cards/stored/route-cases.fixture.ts';
import { describePayer } from './digital/digital-payers.ts';
import { setRate } from './digital/eth-rates.ts';
import { requireByReference } from './digital/read-progress.ts';
import { heldCases } from './held/route-cases.fixture.ts';
import { newPaymentId } from './payment-id.ts';

const missing = (body?: unknown) => ({
  code: 'payments.not_found',
  provoke: () => ({ params: { paymentId: 'pay_00000000000000000000' }, ...(body === undefined ? {} : { body }) }),
});

/** Opens a payment that waits for the confirmation of its TEST card, or outside of the demo for its transfer. */
async function openWaiting({ server }: World) {
  const { billNumber } = await registerBilled(server);
  const details = server.services.payments.cards?.provider.isTest
    ? { paymentMethod: 'fiat' as const, card: 'test_needs_step' as const }
    : { paymentMethod: 'bank' as const };
  const { body } = await server.call(payBill, { params: { billNumber }, body: { amount: 100, ...details } });
  return { params: { paymentId: body.payment.id }, headers: { 'payer-key': body.payerKey ?? '' } };
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

/** Sends a line without a known reference, and returns its id. */
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

const request = { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] };
const hex = (bytes: number) => `0x${randomBytes(bytes).toString('hex')}`;
const unknown = { reference: `0x${'00'.repeat(32)}` };

/** Opens a pending payment for an arbitrary subject, and returns its reference. */
async function openDigitalPayment({ services, database }: TestServer): Promise<string> {
  const paymentId = newPaymentId();
  const { usdc } = services.payments.digital.methods;
  const reference = usdc.reference(paymentId) ?? '';
  const now = services.payments.clock();
  await usdc.transactions?.prepare({ paymentId, reference, amountCents: 100, billedAt: now });
  await database.sql(
    `insert into payments (payment_id, kind, subject, method, state, amount_cents, reference, opened_at, opened_index)
     values ($1, 'route_case', 'nothing', 'usdc', 'pending', 100, $2, to_timestamp($3), 1)`,
    [paymentId, reference, now / 1000],
  );
  return reference;
}

const named = async (server: TestServer) => ({ params: { reference: await openDigitalPayment(server) } });
const noReference = (body?: object) => ({
  code: 'payments.not_found',
  provoke: () => ({ params: unknown, ...(body === undefined ? {} : { body }) }),
});
const badReference = { params: { reference: '0x1' }, pointer: '/reference' };

/** Route cases of the payment methods, of bank statements and of the chain. */
export const routeCases: Readonly<Record<string, RouteCase>> = {
  ...storedCardCases,
  'GET /api/payments/methods': { allowed: everyone, good: () => ({}) },
  'GET /api/payments/reconciliations': {
    allowed: ['government', 'administrator'],
    good: () => ({ query: { limit: 3 } }),
    invalid: [query('limit', 0), query('limit', 367)],
  },
  'GET /api/payments/{paymentId}': {
    allowed: everyone,
    good: openWaiting,
    invalid: [{ params: { paymentId: 'pay_1' }, pointer: '/paymentId' }],
    refusals: [missing()],
  },
  'POST /api/payments/cards/test/{paymentId}': {
    allowed: everyone,
    good: async (world) => ({ ...(await openWaiting(world)), body: { decision: 'approve' } }),
    invalid: [
      { params: { paymentId: 'pay_1' }, body: { decision: 'approve' }, pointer: '/paymentId' },
      { params: { paymentId: 'pay_00000000000000000000' }, body: { decision: 'perhaps' }, pointer: '/decision' },
    ],
    refusals: [
      missing({ decision: 'approve' }),
      {
        code: 'payments.payer_only',
        provoke: async (world) => ({ params: (await openWaiting(world)).params, body: { decision: 'decline' } }),
      },
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
  'GET /api/payments/digital': { allowed: signedIn, good: () => ({}), refusals: elsewhere('server.unavailable') },
  'GET /api/payments/digital/{reference}': {
    allowed: everyone,
    good: ({ server }) => named(server),
    invalid: [badReference],
    refusals: [noReference(), ...elsewhere('server.unavailable')],
  },
  'POST /api/payments/digital/{reference}/transaction': {
    allowed: everyone,
    good: async ({ server }) => ({ ...(await named(server)), body: { txHash: hex(32) } }),
    invalid: [{ params: unknown, body: { txHash: '0x12' }, pointer: '/txHash' }],
    refusals: [noReference({ txHash: hex(32) }), ...elsewhere('payments.transaction_refused', 'server.unavailable')],
  },
  'POST /api/payments/digital/{reference}/payer-challenge': {
    allowed: everyone,
    good: async ({ server }) => ({ ...(await named(server)), body: { address: hex(20) } }),
    invalid: [{ params: unknown, body: { address: '0x12' }, pointer: '/address' }],
    refusals: [noReference({ address: hex(20) }), ...elsewhere('server.unavailable')],
  },
  'POST /api/payments/digital/{reference}/payer': {
    allowed: everyone,
    async good({ server }) {
      const { params } = await named(server);
      const { generatePrivateKey, privateKeyToAccount } = await import('viem/accounts');
      const account = privateKeyToAccount(generatePrivateKey());
      const { digital } = server.services.payments;
      const payment = await requireByReference(digital, params.reference);
      const message = await describePayer(digital, payment, account.address);
      return { params, body: { address: account.address, signature: await account.signMessage({ message }) } };
    },
    invalid: [{ params: unknown, body: { address: hex(20), signature: 'yes' }, pointer: '/signature' }],
    refusals: [
      noReference({ address: hex(20), signature: '0x12' }),
      {
        code: 'payments.payer_not_proven',
        provoke: async ({ server }) => ({
          ...(await named(server)),
          body: { address: hex(20), signature: hex(65) },
        }),
      },
      ...elsewhere('payments.too_many_payers', 'server.unavailable'),
    ],
  },
  'POST /api/payments/digital/{reference}/quote': {
    allowed: everyone,
    good: async ({ server }) => ({ ...(await named(server)), body: {} }),
    invalid: [{ params: unknown, body: { centsPerEth: 1 }, pointer: '/centsPerEth' }],
    refusals: [noReference({}), ...elsewhere('server.unavailable')],
  },
  'POST /api/payments/eth-rate': {
    allowed: ['administrator'],
    good: () => ({ body: { centsPerEth: 250_000 } }),
    invalid: [
      { body: { centsPerEth: 999 }, pointer: '/centsPerEth' },
      { body: { centsPerEth: 100_000_001 }, pointer: '/centsPerEth' },
      { body: { centsPerEth: 1000.5 }, pointer: '/centsPerEth' },
    ],
  },
  'GET /api/payments/eth-rate': {
    allowed: ['government', 'administrator'],
    async good({ server }) {
      await setRate(server.services.payments.digital, { centsPerEth: 1, user: null });
      return {};
    },
    invalid: [query('limit', 0), query('limit', 201)],
  },
  'GET /api/payments/unassigned': {
    allowed: ['government', 'administrator'],
    good: () => ({}),
    invalid: [query('limit', 0), query('limit', 501)],
  },
  'POST /api/payments/demo-funds': {
    allowed: everyone,
    good: () => ({ body: { address: hex(20) } }),
    invalid: [{ body: { address: '0x12' }, pointer: '/address' }],
    refusals: elsewhere('payments.demo_only', 'payments.demo_funds_exhausted', 'server.unavailable'),
  },
  'GET /api/payments/transactions/{hash}': {
    allowed: everyone,
    async good({ server }) {
      await server.services.payments.digital.contracts.find();
      const [row] = await server.database.sql<{ hash: string }>(
        `select '0x' || encode(transaction_hash, 'hex') as hash from evm_contracts limit 1`,
      );
      return { params: { hash: row?.hash } };
    },
    invalid: [{ params: { hash: '0x1' }, pointer: '/hash' }],
    refusals: [
      { code: 'payments.transaction_not_found', provoke: () => ({ params: { hash: unknown.reference } }) },
      ...elsewhere('server.unavailable'),
    ],
  },
  ...heldCases,
  'POST /rpc': {
    allowed: everyone,
    good: () => ({ body: request }),
    invalid: [
      { body: { ...request, jsonrpc: '1.0' }, pointer: '' },
      { body: { ...request, method: 7 }, pointer: '' },
      { body: { ...request, params: {} }, pointer: '' },
      { body: [], pointer: '' },
      { body: Array.from({ length: 21 }, () => request), pointer: '' },
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

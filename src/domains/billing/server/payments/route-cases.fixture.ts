import { payInvoice } from '#domains/billing/contract.ts';
import { storeCard } from '#domains/payments/contract.ts';
import {
  elsewhere,
  pages,
  query,
  type RouteCase,
  signedIn,
  type World,
} from '#tests/support/route-cases/route-case.ts';
import type { TestAccount } from '#tests/support/test-server.ts';
import { createInvoices } from './invoices.fixture.ts';

const NO_INVOICE = 'inv_00000000000000000000';
const NO_PAYMENT = 'pay_00000000000000000000';
const NO_CARD = 'crd_00000000000000000000';
const bank = { paymentMethod: 'bank' };

/** Issues an invoice to the caller, if it is signed in. */
const issued = async ({ server }: World, account: TestAccount | undefined) => ({
  invoiceId: account === undefined ? NO_INVOICE : await createInvoices(server).issue(account, 15_500),
});

async function announced({ server }: World, more = {}): Promise<{ readonly paymentId: string }> {
  const as = await server.account('manufacturer');
  const invoiceId = await createInvoices(server).issue(as, 15_500);
  const { body } = await server.call(
    payInvoice,
    { params: { invoiceId }, body: { paymentMethod: 'bank', ...more } },
    { as },
  );
  return { paymentId: body.payment.id };
}

const bad = (field: string, value: unknown) => ({
  params: { invoiceId: NO_INVOICE },
  body: { ...bank, [field]: value },
  pointer: `/${field}`,
});
const badDecision = (body: unknown, pointer: string) => ({ params: { paymentId: NO_PAYMENT }, body, pointer });
const badId = (body: unknown) => ({ params: { paymentId: 'x' }, body, pointer: '/paymentId' });
const missing = (body: unknown) => ({
  code: 'payments.not_found',
  provoke: () => ({ params: { paymentId: NO_PAYMENT }, body }),
});
const reason = { reason: 'It never came' };
const badReasons = [
  badDecision({}, '/reason'),
  badDecision({ reason: ' ' }, '/reason'),
  badDecision({ reason: 1 }, '/reason'),
];
const noInvoice = {
  code: 'billing.invoice_not_found',
  provoke: () => ({ params: { invoiceId: NO_INVOICE }, body: bank }),
};

/** The stored card of an account, which may have only a few. */
const stored = new Map<string, string>();

/** Route cases of payments of invoices. */
export const invoicePaymentCases: Readonly<Record<string, RouteCase>> = {
  'POST /api/subscription/invoices/{invoiceId}/payments': {
    allowed: signedIn,
    good: async (world, account) => ({ params: await issued(world, account), body: bank }),
    invalid: [
      { params: { invoiceId: 'inv_1' }, body: bank, pointer: '/invoiceId' },
      { params: { invoiceId: NO_INVOICE }, body: {}, pointer: '/paymentMethod' },
      bad('paymentMethod', 'cheque'),
      bad('amount', 0),
      bad('amount', 1.001),
      bad('amount', 'all'),
      bad('fee', -1),
      bad('fee', '1'),
      bad('card', 'gold'),
    ],
    refusals: [
      noInvoice,
      ...elsewhere('billing.invoice_closed', 'payments.method_not_offered', 'payments.too_many_pending'),
      ...elsewhere('request.idempotency_mismatch', 'server.unavailable'),
    ],
  },
  'GET /api/subscription/invoices/{invoiceId}/payments': {
    allowed: signedIn,
    good: async (world, account) => ({ params: await issued(world, account) }),
    invalid: [{ params: { invoiceId: 'x' }, pointer: '/invoiceId' }],
    refusals: [{ ...noInvoice, provoke: () => ({ params: { invoiceId: NO_INVOICE } }) }],
  },
  'GET /api/subscription/card': { allowed: signedIn, good: () => ({}) },
  'PUT /api/subscription/card': {
    allowed: signedIn,
    async good({ server }, account) {
      if (account === undefined) return { body: { cardId: NO_CARD } };
      const cardId =
        stored.get(account.id) ?? (await server.call(storeCard, { body: {} }, { as: account })).body.card.id;
      stored.set(account.id, cardId);
      return { body: { cardId } };
    },
    invalid: [
      { body: {}, pointer: '/cardId' },
      { body: { cardId: 'x' }, pointer: '/cardId' },
    ],
    refusals: [
      { code: 'payments.card_not_found', provoke: () => ({ body: { cardId: NO_CARD } }) },
      ...elsewhere('server.unavailable'),
    ],
  },
  'DELETE /api/subscription/card': {
    allowed: signedIn,
    good: () => ({}),
    refusals: elsewhere('server.unavailable'),
  },
  'GET /api/subscription/administration/payments': {
    allowed: ['administrator'],
    good: () => ({}),
    invalid: [...pages, query('status', 'open')],
  },
  'POST /api/subscription/administration/payments/{paymentId}/confirm': {
    allowed: ['administrator'],
    good: async (world) => ({ params: await announced(world), body: {} }),
    invalid: [badId({}), badDecision({ amount: 0 }, '/amount'), badDecision({ amount: 0.001 }, '/amount')],
    refusals: [missing({}), ...elsewhere('payments.settled', 'payments.settled_by_chain', 'server.unavailable')],
  },
  'POST /api/subscription/administration/payments/{paymentId}/fail': {
    allowed: ['administrator'],
    good: async (world) => ({ params: await announced(world), body: reason }),
    invalid: [badId(reason), ...badReasons],
    refusals: [missing(reason), ...elsewhere('payments.settled', 'server.unavailable')],
  },
  'POST /api/subscription/administration/payments/{paymentId}/reverse': {
    allowed: ['administrator'],
    good: async (world) => ({ params: await announced(world, { paymentMethod: 'fiat' }), body: reason }),
    invalid: [badId(reason), ...badReasons],
    refusals: [missing(reason), ...elsewhere('payments.settled', 'server.unavailable')],
  },
};

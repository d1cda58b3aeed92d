import { elsewhere, everyone, type RouteCase } from '#tests/support/route-cases/route-case.ts';
import { registerBilled } from '../register.fixture.ts';

const NO_BILL = '2026-0000-0000-0000';
const money = { amount: 1, paymentMethod: 'bank' } as const;
const opening = elsewhere(
  'payments.method_not_offered',
  'payments.too_many_pending',
  'payments.transaction_refused',
  'payments.transaction_used',
  'request.idempotency_mismatch',
  'server.unavailable',
);

const property = (body: object) => ({
  code: 'registry.property_not_found',
  provoke: () => ({ body: { propertyIds: ['NO-SUCH-1'], ...body } }),
});
const bill = (body: object) => ({
  code: 'registry.bill_not_found',
  provoke: () => ({ body: { billNumbers: [NO_BILL], ...body } }),
});

const free = { fixedCents: 0, basisPoints: 0 };
const fees = { bank: free, fiat: free, usdc: free, eth: free };

/** Route cases of payments for several bills, and of the fees of the methods. */
export const severalBillsCases: Readonly<Record<string, RouteCase>> = {
  'GET /api/detroit/payment-fees': { allowed: everyone, good: () => ({}) },
  'POST /api/detroit/payment-fees': {
    allowed: ['government'],
    good: () => ({ body: fees }),
    invalid: [
      { body: { ...fees, fiat: { fixedCents: 0, basisPoints: 1001 } }, pointer: '/fiat/basisPoints' },
      { body: { ...fees, bank: { fixedCents: 0.5, basisPoints: 0 } }, pointer: '/bank/fixedCents' },
      { body: { ...fees, eth: { fixedCents: -1, basisPoints: 0 } }, pointer: '/eth/fixedCents' },
    ],
    refusals: elsewhere('request.idempotency_mismatch', 'server.unavailable'),
  },
  'POST /api/detroit/payments/properties/preview': {
    allowed: ['resident', 'government'],
    good: async ({ server }, account) => ({
      body: { propertyIds: [(await registerBilled(server, account)).propertyId] },
    }),
    invalid: [
      { body: { propertyIds: [] }, pointer: '/propertyIds' },
      { body: { propertyIds: ['x'] }, pointer: '/propertyIds/0' },
      { body: { propertyIds: ['HB-1'], amount: 0 }, pointer: '/amount' },
    ],
    refusals: [property({})],
  },
  'POST /api/detroit/payments/properties': {
    allowed: ['resident', 'government'],
    good: async ({ server }, account) => ({
      body: { propertyIds: [(await registerBilled(server, account)).propertyId], ...money },
    }),
    invalid: [
      { body: { propertyIds: [], ...money }, pointer: '/propertyIds' },
      { body: { propertyIds: ['HB-1'], ...money, amount: -1 }, pointer: '/amount' },
      { body: { propertyIds: ['HB-1'], ...money, paymentMethod: 'gold' }, pointer: '/paymentMethod' },
    ],
    refusals: [property(money), ...opening],
  },
  'POST /api/detroit/payments/bills/preview': {
    allowed: everyone,
    good: async ({ server }) => ({ body: { billNumbers: [(await registerBilled(server)).billNumber] } }),
    invalid: [
      { body: { billNumbers: ['1'] }, pointer: '/billNumbers/0' },
      { body: { billNumbers: [NO_BILL], amount: 0.5 }, pointer: '/amount' },
    ],
    refusals: [bill({})],
  },
  'POST /api/detroit/payments/bills': {
    allowed: everyone,
    good: async ({ server }) => ({ body: { billNumbers: [(await registerBilled(server)).billNumber], ...money } }),
    invalid: [
      { body: { billNumbers: [], ...money }, pointer: '/billNumbers' },
      { body: { billNumbers: [NO_BILL], ...money, amount: 0 }, pointer: '/amount' },
    ],
    refusals: [bill(money), ...opening],
  },
  'POST /api/detroit/payments/look-up': {
    allowed: ['resident', 'government'],
    good: () => ({ body: { key: 'never-sent' } }),
    invalid: [{ body: { key: 'two words' }, pointer: '/key' }],
  },
  'POST /api/detroit/bills/{billNumber}/payments/look-up': {
    allowed: everyone,
    good: async ({ server }) => ({
      params: { billNumber: (await registerBilled(server)).billNumber },
      body: { key: 'a-key-that-was-never-sent' },
    }),
    invalid: [{ params: { billNumber: NO_BILL }, body: { key: 'x'.repeat(21) }, pointer: '/key' }],
    refusals: [
      {
        code: 'registry.bill_not_found',
        provoke: () => ({ params: { billNumber: NO_BILL }, body: { key: 'a-key-that-was-never-sent' } }),
      },
    ],
  },
};

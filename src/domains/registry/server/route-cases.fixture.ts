import { confirmPayment, payBill } from '#domains/registry/contract.ts';
import { elsewhere, everyone, pages, query, type RouteCase } from '#tests/support/route-cases/route-case.ts';
import { autopayCases } from './autopay/route-cases.fixture.ts';
import { claimCases } from './claims/route-cases.fixture.ts';
import { taxActCases } from './corrections/route-cases.fixture.ts';
import { mapCases } from './map/route-cases.fixture.ts';
import { noticeCases } from './notices/route-cases.fixture.ts';
import { parcelCases } from './parcels/route-cases.fixture.ts';
import { severalBillsCases } from './payments/route-cases.fixture.ts';
import { openTransfer, registerBilled, registerOwned, registerParcel } from './register.fixture.ts';
import { levyCases } from './taxes/levy-jobs/route-cases.fixture.ts';

const missing = { code: 'registry.property_not_found', provoke: () => ({ params: { id: 'NO-SUCH-1' } }) };
const badId = { params: { id: 'lower case' }, pointer: '/id' };

let made = 0;
const parcel = (fields: Record<string, unknown>) => {
  made += 1;
  return {
    propertyId: `CASE-${made}`,
    address: `${made} Quay Street`,
    neighborhood: 'Old Harbor',
    propertyType: 'residential',
    squareFootage: 1200,
    ...fields,
  };
};

const rates = {
  lines: [
    {
      name: 'City',
      rates: {
        residential: 20_000,
        commercial: 30_000,
        industrial: 30_000,
        mixed: 25_000,
        civic: 0,
        park: 0,
        vacant: 10_000,
      },
    },
  ],
  installments: [{ due: '2026-12-15', percent: 100 }],
  interestBasisPoints: 100,
  penaltyBasisPoints: 300,
};
const missingPayment = (body: unknown) => ({
  code: 'payments.not_found',
  provoke: () => ({ params: { paymentId: 'pay_00000000000000000000' }, body }),
});
const badPaymentId = { params: { paymentId: 'x' }, body: {}, pointer: '/paymentId' };
const NO_BILL = '2026-0000-0000-0000';

/** Route cases of the property registry. */
export const routeCases: Readonly<Record<string, RouteCase>> = {
  ...parcelCases,
  ...mapCases,
  ...levyCases,
  ...taxActCases,
  ...severalBillsCases,
  ...autopayCases,
  'GET /api/detroit/roll': {
    allowed: everyone,
    good: () => ({ query: { after: 'HB-0001', limit: 5 } }),
    invalid: [query('after', 'a b'), query('limit', 0), query('limit', 501)],
  },
  'GET /api/detroit/rates': { allowed: everyone, good: () => ({}) },
  'POST /api/detroit/rates/preview': {
    allowed: ['government'],
    good: () => ({ body: { rates, propertyType: 'residential', assessedValue: 10_000_000 } }),
    invalid: [
      { body: { rates, propertyType: 'castle', assessedValue: 1 }, pointer: '/propertyType' },
      { body: { rates, propertyType: 'park', assessedValue: -1 }, pointer: '/assessedValue' },
      {
        body: { rates: { ...rates, installments: [] }, propertyType: 'park', assessedValue: 1 },
        pointer: '/rates/installments',
      },
    ],
  },
  'GET /api/detroit/dashboard': { allowed: everyone, good: () => ({}) },
  'GET /api/detroit/properties': {
    allowed: everyone,
    good: () => ({ query: { search: 'quay', propertyType: 'mixed', status: 'active', owed: 'no', sortBy: 'taxOwed' } }),
    invalid: [
      ...pages,
      query('status', 'lost'),
      query('propertyType', 'castle'),
      query('owed', 'perhaps'),
      query('sortBy', 'color'),
      query('sortOrder', 'up'),
      query('search', 'x'.repeat(201)),
      query('page', 802),
    ],
  },
  'GET /api/detroit/property-summary': {
    allowed: everyone,
    good: () => ({ query: { street: 'Quay Street', builtFrom: 1900, owed: 'no', rankBy: 'yearBuilt', limit: 5 } }),
    invalid: [
      query('limit', 101),
      query('street', ''),
      query('propertyType', 'castle'),
      query('status', 'lost'),
      query('owed', 'perhaps'),
      query('city', 'perhaps'),
      query('assessedFrom', -1),
      query('builtTo', 1.5),
      query('rankBy', 'color'),
      query('rankOrder', 'up'),
    ],
  },
  'GET /api/detroit/neighborhoods': { allowed: everyone, good: () => ({}) },
  'GET /api/detroit/map': { allowed: everyone, good: () => ({}) },
  'GET /api/detroit/map/{zoom}/{x}/{y}': {
    allowed: everyone,
    good: () => ({ params: { zoom: '14', x: '6671', y: '5940' } }),
    invalid: [
      { params: { zoom: '17', x: '0', y: '0' }, pointer: '/zoom' },
      { params: { zoom: '3', x: '8', y: '0' }, pointer: '/x' },
      { params: { zoom: '3', x: '0', y: '8' }, pointer: '/y' },
      { params: { zoom: '3', x: '01', y: '0' }, pointer: '/x' },
      { params: { zoom: '3', x: '0', y: '-1' }, pointer: '/y' },
    ],
  },
  'GET /api/detroit/properties/{id}': {
    allowed: everyone,
    good: async ({ server }) => ({ params: { id: await registerParcel(server) } }),
    invalid: [badId],
    refusals: [missing],
  },
  'GET /api/detroit/properties/{id}/documents': {
    allowed: everyone,
    good: async ({ server }) => ({ params: { id: await registerParcel(server) } }),
    invalid: [badId, { params: { id: 'HB-1' }, query: { sha256: 'xyz' }, pointer: '/sha256' }],
    refusals: [missing],
  },
  'GET /api/detroit/properties/{id}/owners': {
    allowed: ['government'],
    good: async ({ server }) => ({ params: { id: await registerParcel(server) } }),
    invalid: [badId],
    refusals: [missing],
  },
  'GET /api/participants/{id}/properties': {
    allowed: ['resident', 'government'],
    good: (_, account) => ({ params: { id: account?.id ?? 'x' } }),
    invalid: [{ params: { id: 'x'.repeat(65) }, pointer: '/id' }],
    refusals: elsewhere('registry.resident_not_found'),
  },
  'GET /api/detroit/properties/{id}/payments': {
    allowed: everyone,
    good: async ({ server }) => ({ params: { id: await registerParcel(server) } }),
    invalid: [badId],
    refusals: [missing],
  },
  'GET /api/detroit/properties/{id}/bills': {
    allowed: ['resident', 'government'],
    good: async ({ server }, account) => ({ params: { id: await registerOwned(server, account) } }),
    invalid: [badId],
    refusals: elsewhere('registry.property_not_found'),
  },
  'GET /api/detroit/bills/{billNumber}': {
    allowed: everyone,
    good: async ({ server }) => ({ params: { billNumber: (await registerBilled(server)).billNumber } }),
    invalid: [{ params: { billNumber: '2026' }, pointer: '/billNumber' }],
    refusals: [{ code: 'registry.bill_not_found', provoke: () => ({ params: { billNumber: NO_BILL } }) }],
  },
  'POST /api/payments/property/{propertyId}': {
    allowed: ['resident', 'government'],
    async good({ server }, account) {
      const { propertyId } = await registerBilled(server, account);
      return { params: { propertyId }, body: { amount: 1, paymentMethod: 'bank' } };
    },
    invalid: [
      { params: { propertyId: 'HB-1' }, body: { amount: 0, paymentMethod: 'bank' }, pointer: '/amount' },
      { params: { propertyId: 'HB-1' }, body: { amount: 1.5, paymentMethod: 'bank' }, pointer: '/amount' },
      { params: { propertyId: 'HB-1' }, body: { amount: 1, paymentMethod: 'gold' }, pointer: '/paymentMethod' },
      { params: { propertyId: 'HB-1' }, body: { amount: 1, paymentMethod: 'usdc', txHash: '0x1' }, pointer: '/txHash' },
    ],
    refusals: [
      {
        code: 'registry.property_not_found',
        provoke: () => ({ params: { propertyId: 'NO-SUCH-1' }, body: { amount: 1, paymentMethod: 'bank' } }),
      },
      ...elsewhere(
        'payments.method_not_offered',
        'payments.too_many_pending',
        'payments.transaction_refused',
        'payments.transaction_used',
        'request.idempotency_mismatch',
        'server.unavailable',
      ),
    ],
  },
  'POST /api/detroit/bills/{billNumber}/payments': {
    allowed: everyone,
    async good({ server }) {
      const { billNumber } = await registerBilled(server);
      return { params: { billNumber }, body: { amount: 1, paymentMethod: 'bank' } };
    },
    invalid: [
      { params: { billNumber: '1' }, body: { amount: 1, paymentMethod: 'bank' }, pointer: '/billNumber' },
      { params: { billNumber: NO_BILL }, body: { amount: -1, paymentMethod: 'bank' }, pointer: '/amount' },
    ],
    refusals: [
      {
        code: 'registry.bill_not_found',
        provoke: () => ({ params: { billNumber: NO_BILL }, body: { amount: 1, paymentMethod: 'bank' } }),
      },
      ...elsewhere(
        'payments.method_not_offered',
        'payments.too_many_pending',
        'payments.transaction_refused',
        'payments.transaction_used',
        'request.idempotency_mismatch',
        'server.unavailable',
      ),
    ],
  },
  'POST /api/detroit/rates': {
    allowed: ['government'],
    good: () => ({ body: { year: 2040, ...rates } }),
    invalid: [
      { body: { year: 20, ...rates }, pointer: '/year' },
      { body: { year: 2040, ...rates, lines: [] }, pointer: '/lines' },
      { body: { year: 2040, ...rates, installments: [{ due: '2026-12-15', percent: 99 }] }, pointer: '/installments' },
      {
        body: { year: 2040, ...rates, installments: [{ due: '2026-13-15', percent: 100 }] },
        pointer: '/installments/0/due',
      },
      {
        body: { year: 2040, ...rates, installments: [{ due: '0101-02-02', percent: 100 }] },
        pointer: '/installments/0/due',
      },
    ],
    refusals: elsewhere('request.idempotency_mismatch', 'server.unavailable'),
  },
  'POST /api/detroit/levies': {
    allowed: ['government'],
    async good({ server }) {
      const { propertyId } = await registerBilled(server);
      return { body: { year: 2026, propertyIds: [propertyId], preview: true } };
    },
    invalid: [
      { body: { year: 2026, propertyIds: [] }, pointer: '/propertyIds' },
      { body: { year: 2026, propertyIds: ['x'] }, pointer: '/propertyIds/0' },
    ],
    refusals: [
      { code: 'registry.rates_missing', provoke: () => ({ body: { year: 1999, propertyIds: ['HB-1'] } }) },
      ...elsewhere('server.unavailable'),
    ],
  },
  'GET /api/detroit/payments': {
    allowed: ['government'],
    good: () => ({ query: { status: 'pending' } }),
    invalid: [query('status', 'lost'), query('limit', 0), query('limit', 501)],
  },
  'POST /api/detroit/payments/{paymentId}/confirm': {
    allowed: ['government'],
    good: async ({ server }) => ({ params: { paymentId: await openTransfer(server) }, body: {} }),
    invalid: [badPaymentId],
    refusals: [missingPayment({}), ...elsewhere('payments.settled', 'payments.settled_by_chain', 'server.unavailable')],
  },
  'POST /api/detroit/payments/{paymentId}/fail': {
    allowed: ['government'],
    good: async ({ server }) => ({
      params: { paymentId: await openTransfer(server) },
      body: { reason: 'Never arrived' },
    }),
    invalid: [
      { ...badPaymentId, params: { paymentId: 'pay_00000000000000000000' }, body: { reason: '' }, pointer: '/reason' },
    ],
    refusals: [missingPayment({ reason: 'x' }), ...elsewhere('payments.settled', 'server.unavailable')],
  },
  'GET /api/detroit/bills/{billNumber}/pdf': {
    allowed: ['resident', 'government'],
    good: async ({ server }, account) => ({
      params: { billNumber: (await registerBilled(server, account)).billNumber },
    }),
    invalid: [{ params: { billNumber: '1' }, pointer: '/billNumber' }],
    refusals: [
      { code: 'registry.bill_not_found', provoke: () => ({ params: { billNumber: NO_BILL } }) },
      ...elsewhere('server.unavailable'),
    ],
  },
  'GET /api/payments/{paymentId}/receipt': {
    allowed: everyone,
    async good({ server }) {
      const { billNumber } = await registerBilled(server);
      const opened = await server.call(payBill, {
        params: { billNumber },
        body: { amount: 100, paymentMethod: 'bank' },
      });
      const { payment, payerKey = '' } = opened.body;
      const params = { paymentId: payment.id };
      await server.call(confirmPayment, { params, body: {} }, { as: await server.account('government') });
      return { params, headers: { 'payer-key': payerKey } };
    },
    invalid: [{ params: { paymentId: 'x' }, pointer: '/paymentId' }],
    refusals: [
      { code: 'payments.not_found', provoke: () => ({ params: { paymentId: 'pay_00000000000000000000' } }) },
      {
        code: 'payments.payer_only',
        provoke: async ({ server }) => ({ params: { paymentId: await openTransfer(server) } }),
      },
      ...elsewhere('payments.no_receipt', 'server.unavailable'),
    ],
  },
  'GET /api/detroit/properties/{id}/extract': {
    allowed: everyone,
    good: async ({ server }) => ({ params: { id: await registerParcel(server) } }),
    invalid: [badId],
    refusals: [missing, ...elsewhere('server.unavailable')],
  },
  'POST /api/detroit/payments/{paymentId}/refund': {
    allowed: ['government'],
    async good({ server }) {
      const paymentId = await openTransfer(server);
      await server.call(
        confirmPayment,
        { params: { paymentId }, body: {} },
        { as: await server.account('government') },
      );
      return { params: { paymentId }, body: { amount: 40, reason: 'Paid twice' } };
    },
    invalid: [
      { params: { paymentId: 'pay_00000000000000000000' }, body: {}, pointer: '/reason' },
      { params: { paymentId: 'pay_00000000000000000000' }, body: { amount: 0, reason: 'x' }, pointer: '/amount' },
    ],
    refusals: [
      missingPayment({ reason: 'x' }),
      ...elsewhere('payments.settled', 'server.unavailable', 'request.idempotency_mismatch'),
    ],
  },
  'POST /api/detroit/payments/{paymentId}/reverse': {
    allowed: ['government'],
    async good({ server }) {
      const paymentId = await openTransfer(server);
      await server.call(
        confirmPayment,
        { params: { paymentId }, body: {} },
        { as: await server.account('government') },
      );
      return { params: { paymentId }, body: { reason: 'Returned by the bank' } };
    },
    invalid: [{ params: { paymentId: 'pay_00000000000000000000' }, body: {}, pointer: '/reason' }],
    refusals: [missingPayment({ reason: 'x' }), ...elsewhere('payments.settled', 'server.unavailable')],
  },
  'POST /api/detroit/roll': {
    allowed: ['government'],
    good: () => ({ body: { parcels: [parcel({})] } }),
    invalid: [
      { body: { parcels: [] }, pointer: '/parcels' },
      { body: { parcels: [parcel({ propertyId: 'a b' })] }, pointer: '/parcels/0/propertyId' },
      { body: { parcels: [parcel({ propertyType: 'castle' })] }, pointer: '/parcels/0/propertyType' },
      { body: { parcels: [parcel({ squareFootage: 1.5 })] }, pointer: '/parcels/0/squareFootage' },
      { body: { parcels: [parcel({ owners: [] })] }, pointer: '/parcels/0/owners' },
    ],
    refusals: elsewhere('server.unavailable'),
  },
  'POST /api/detroit/properties/{id}/assessments': {
    allowed: ['government'],
    good: async ({ server }) => ({
      params: { id: await registerParcel(server) },
      body: { year: 2026, land: 4_000_000, building: 12_000_000 },
    }),
    invalid: [
      { params: { id: 'HB-1' }, body: { year: 2026, land: 1.5, building: 0 }, pointer: '/land' },
      { params: { id: 'HB-1' }, body: { year: 2026, land: 1, building: -1 }, pointer: '/building' },
      { params: { id: 'HB-1' }, body: { year: 26, land: 1, building: 1 }, pointer: '/year' },
    ],
    refusals: [
      { ...missing, provoke: () => ({ params: { id: 'NO-SUCH-1' }, body: { year: 2026, land: 1, building: 1 } }) },
      ...elsewhere('registry.property_retired', 'request.idempotency_mismatch', 'server.unavailable'),
    ],
  },
  'POST /api/detroit/properties/{id}/transfers': {
    allowed: ['government'],
    good: async ({ server }) => ({
      params: { id: await registerParcel(server) },
      body: { from: 'city', to: { name: 'Ada Quay' }, fraction: { numerator: 1, denominator: 2 } },
    }),
    invalid: [
      { params: { id: 'HB-1' }, body: { from: '', to: { city: true }, fraction: {} }, pointer: '/from' },
      {
        params: { id: 'HB-1' },
        body: { from: 'city', to: { name: 'A' }, fraction: { numerator: 0 } },
        pointer: '/fraction/numerator',
      },
    ],
    refusals: [
      {
        ...missing,
        provoke: () => ({ params: { id: 'NO-SUCH-1' }, body: { from: 'city', to: { name: 'A' }, fraction: {} } }),
      },
      {
        code: 'registry.title_refused',
        async provoke({ server }) {
          const id = await registerParcel(server);
          return { params: { id }, body: { from: 'owner-nobody', to: { city: true }, fraction: {} } };
        },
      },
      ...elsewhere(
        'registry.property_retired',
        'registry.tax_owed',
        'request.idempotency_mismatch',
        'server.unavailable',
      ),
    ],
  },
  'POST /api/detroit/properties/{id}/documents': {
    allowed: ['government'],
    good: async ({ server }) => ({
      params: { id: await registerParcel(server) },
      body: { title: 'Deed', sha256: 'ab'.repeat(32) },
    }),
    invalid: [
      { params: { id: 'HB-1' }, body: { title: '', sha256: 'ab'.repeat(32) }, pointer: '/title' },
      { params: { id: 'HB-1' }, body: { title: 'Deed', sha256: 'xyz' }, pointer: '/sha256' },
    ],
    refusals: [
      { ...missing, provoke: () => ({ params: { id: 'NO-SUCH-1' }, body: { title: 'D', sha256: 'ab'.repeat(32) } }) },
      ...elsewhere('registry.property_retired', 'request.idempotency_mismatch', 'server.unavailable'),
    ],
  },
  ...claimCases,
  ...noticeCases,
};

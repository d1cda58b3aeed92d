import { elsewhere, everyone, pages, query, type RouteCase } from '#tests/support/route-cases/route-case.ts';
import { registerParcel } from './register.fixture.ts';

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

/** Route cases of the property registry. */
export const routeCases: Readonly<Record<string, RouteCase>> = {
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
  'GET /api/detroit/neighborhoods': { allowed: everyone, good: () => ({}) },
  'GET /api/detroit/properties/{id}': {
    allowed: everyone,
    good: async ({ server }) => ({ params: { id: await registerParcel(server) } }),
    invalid: [badId],
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
      ...elsewhere('registry.property_retired', 'request.idempotency_mismatch', 'server.unavailable'),
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
};

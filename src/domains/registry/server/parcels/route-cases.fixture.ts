import { elsewhere, type RouteCase } from '#tests/support/route-cases/route-case.ts';
import { registerBilled, registerParcel } from '../register.fixture.ts';

let planned = 0;
const plan = (propertyId?: string) => {
  planned += 1;
  return {
    propertyId: propertyId ?? `PLAN-${planned}`,
    address: `${planned} Mill Lane`,
    neighborhood: 'Millside',
    propertyType: 'residential',
    squareFootage: 800,
  };
};
const notHere = elsewhere('registry.property_retired', 'request.idempotency_mismatch', 'server.unavailable');

/** Route cases of splitting and merging. */
export const parcelCases: Readonly<Record<string, RouteCase>> = {
  'POST /api/detroit/properties/{id}/split': {
    allowed: ['government'],
    good: async ({ server }) => ({ params: { id: await registerParcel(server) }, body: { into: [plan(), plan()] } }),
    invalid: [
      { params: { id: 'HB-1' }, body: { into: [plan()] }, pointer: '/into' },
      { params: { id: 'HB-1' }, body: { into: [plan('SAME-1'), plan('SAME-1')] }, pointer: '/into' },
      { params: { id: 'HB-1' }, body: { into: [plan('a b'), plan()] }, pointer: '/into/0/propertyId' },
    ],
    refusals: [
      {
        code: 'registry.property_not_found',
        provoke: () => ({ params: { id: 'NO-SUCH-1' }, body: { into: [plan(), plan()] } }),
      },
      {
        code: 'registry.property_exists',
        async provoke({ server }) {
          const id = await registerParcel(server);
          return { params: { id }, body: { into: [plan(id), plan()] } };
        },
      },
      {
        code: 'registry.tax_owed',
        provoke: async ({ server }) => ({
          params: { id: (await registerBilled(server)).propertyId },
          body: { into: [plan(), plan()] },
        }),
      },
      ...elsewhere('registry.title_refused'),
      ...notHere,
    ],
  },
  'POST /api/detroit/merges': {
    allowed: ['government'],
    good: async ({ server }) => ({
      body: { propertyIds: [await registerParcel(server), await registerParcel(server)], into: plan() },
    }),
    invalid: [
      { body: { propertyIds: ['HB-1'], into: plan() }, pointer: '/propertyIds' },
      { body: { propertyIds: ['HB-1', 'HB-1'], into: plan() }, pointer: '/propertyIds' },
    ],
    refusals: [
      {
        code: 'registry.property_not_found',
        provoke: () => ({ body: { propertyIds: ['NO-SUCH-1', 'NO-SUCH-2'], into: plan() } }),
      },
      {
        code: 'registry.title_refused',
        async provoke({ server }) {
          const owners = [{ owner: { name: 'Somebody' }, fraction: { numerator: 1, denominator: 1 } }];
          const propertyIds = [await registerParcel(server), await registerParcel(server, { owners })];
          return { body: { propertyIds, into: plan() } };
        },
      },
      ...elsewhere('registry.property_exists', 'registry.tax_owed'),
      ...notHere,
    ],
  },
};

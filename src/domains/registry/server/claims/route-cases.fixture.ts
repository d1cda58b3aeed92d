import { issueClaimCode, readProperty } from '#domains/registry/contract.ts';
import { elsewhere, type RouteCase } from '#tests/support/route-cases/route-case.ts';
import type { TestServer } from '#tests/support/test-server.ts';
import { registerOwned, registerParcel } from '../register.fixture.ts';

const missing = { code: 'registry.property_not_found' };
const NO_OWNER = `owner-${'0'.repeat(24)}`;

/** Route cases of claims and of erasure. */
export const claimCases: Readonly<Record<string, RouteCase>> = {
  'POST /api/detroit/properties/{id}/claim-codes': {
    allowed: ['government'],
    good: async ({ server }) => ownerOf(server),
    invalid: [{ params: { id: 'HB-1' }, body: { holder: 'city' }, pointer: '/holder' }],
    refusals: [
      { ...missing, provoke: () => ({ params: { id: 'NO-SUCH-1' }, body: { holder: NO_OWNER } }) },
      {
        code: 'registry.owner_not_found',
        provoke: async ({ server }) => ({ params: { id: await registerParcel(server) }, body: { holder: NO_OWNER } }),
      },
      ...elsewhere('registry.claim_refused', 'server.unavailable'),
    ],
  },
  'POST /api/detroit/claims/letter': {
    allowed: ['government'],
    async good({ server }) {
      const owner = await ownerOf(server);
      const { body } = await server.call(issueClaimCode, owner, { as: await server.account('government') });
      return { body: { code: body.code } };
    },
    invalid: [{ body: { code: 'x' }, pointer: '/code' }],
    refusals: [
      { code: 'registry.claim_refused', provoke: () => ({ body: { code: '0000-0000-0000-0000-0000' } }) },
      ...elsewhere('server.unavailable'),
    ],
  },
  'POST /api/detroit/claims': {
    allowed: ['resident'],
    async good({ server }) {
      const owner = await ownerOf(server);
      const { body } = await server.call(issueClaimCode, owner, { as: await server.account('government') });
      return { body: { code: body.code } };
    },
    invalid: [{ body: { code: 'x' }, pointer: '/code' }],
    refusals: [
      { code: 'registry.claim_refused', provoke: () => ({ body: { code: '0000-0000-0000-0000-0000' } }) },
      ...elsewhere('registry.too_many_claims', 'server.unavailable'),
    ],
  },
  'POST /api/detroit/owners/{holder}/erase': {
    allowed: ['government'],
    good: async ({ server }) => ({
      params: { holder: (await ownerOf(server)).body.holder },
      body: { confirm: true },
    }),
    invalid: [
      { params: { holder: 'city' }, body: { confirm: true }, pointer: '/holder' },
      { params: { holder: NO_OWNER }, body: { confirm: false }, pointer: '/confirm' },
    ],
    refusals: [
      {
        code: 'registry.owner_not_found',
        provoke: () => ({ params: { holder: NO_OWNER }, body: { confirm: true } }),
      },
      ...elsewhere('server.unavailable'),
    ],
  },
};

/** Registers a parcel of an owner without an account. */
async function ownerOf(server: TestServer) {
  const id = await registerOwned(server);
  const { body } = await server.call(readProperty, { params: { id } });
  return { params: { id }, body: { holder: body.owners[0]?.holder ?? '' } };
}

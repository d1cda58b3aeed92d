import { issueShares } from '#domains/market/contract.ts';
import { elsewhere, everyone, pages, query, type RouteCase } from '#tests/support/route-cases/route-case.ts';
import { registerOwned, registerParcel } from './properties.fixture.ts';

const bad = (field: string, value: unknown) => ({
  body: { propertyId: 'HB-1', [field]: value },
  pointer: `/${field}`,
});

export const routeCases: Readonly<Record<string, RouteCase>> = {
  'GET /api/nft/properties': {
    allowed: everyone,
    good: () => ({}),
    invalid: [...pages, query('search', 'x'.repeat(201)), query('sort', 'price')],
  },
  'GET /api/nft/market-data': { allowed: everyone, good: () => ({}) },
  'POST /api/nft/fractionalize': {
    allowed: ['resident', 'government'],
    good: async ({ server }, account) => ({
      body: {
        propertyId: await (account?.role === 'government' ? registerParcel(server) : registerOwned(server, account)),
      },
    }),
    invalid: [
      { body: {}, pointer: '/propertyId' },
      bad('totalShares', 0),
      bad('totalShares', 1.5),
      bad('totalShares', 1_000_001),
      bad('sharePrice', 0),
      bad('sharePrice', 0.001),
      bad('sharePrice', 1_000_001),
      bad('royaltyPercentage', -1),
      bad('royaltyPercentage', 10.01),
      bad('royaltyPercentage', 2.555),
      bad('allowPublicTrading', 'yes'),
      bad('minimumPurchase', 0),
      { body: { propertyId: 'HB-1', totalShares: 5, minimumPurchase: 6 }, pointer: '/minimumPurchase' },
      bad('owner', 'me'),
    ],
    refusals: [
      { code: 'registry.property_not_found', provoke: () => ({ body: { propertyId: 'NO-SUCH-1' } }) },
      ...elsewhere(
        'registry.property_retired',
        'market.may_not_issue',
        'market.already_issued',
        'request.idempotency_mismatch',
        'server.unavailable',
      ),
    ],
  },
  'GET /api/nft/metadata/{tokenId}': {
    allowed: everyone,
    good: async ({ server }) => {
      const propertyId = await registerParcel(server);
      const as = await server.account('government');
      const { body } = await server.call(issueShares, { body: { propertyId } }, { as });
      return { params: { tokenId: body.tokenId } };
    },
    invalid: [{ params: { tokenId: '01' }, pointer: '/tokenId' }],
    refusals: [{ code: 'market.token_not_found', provoke: () => ({ params: { tokenId: '0' } }) }],
  },
};

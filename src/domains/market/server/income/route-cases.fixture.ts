import { issueShares } from '#domains/market/contract.ts';
import { elsewhere, everyone, pages, query, type RouteCase, signedIn } from '#tests/support/route-cases/route-case.ts';
import { registerOwned, registerParcel } from '../properties.fixture.ts';
import { issueOfCity, payIn } from '../traders.fixture.ts';

const bad = (field: string, value: unknown) => ({
  body: { propertyId: 'HB-1', amount: 1, note: 'Rent', [field]: value },
  pointer: `/${field}`,
});

export const incomeRouteCases: Readonly<Record<string, RouteCase>> = {
  'POST /api/nft/income': {
    allowed: ['resident', 'government'],
    good: async ({ server }, account) => {
      if (account === undefined) return { body: { propertyId: 'HB-1', amount: 1, note: 'Rent' } };
      const isCity = account.role === 'government';
      const propertyId = await (isCity ? registerParcel(server) : registerOwned(server, account));
      await server.call(issueShares, { body: { propertyId } }, { as: account });
      await payIn(server, account, 1);
      return { body: { propertyId, amount: 1, note: 'Rent' } };
    },
    invalid: [
      { body: { amount: 1, note: 'Rent' }, pointer: '/propertyId' },
      bad('amount', 0),
      bad('amount', 0.001),
      bad('amount', 10_000_001),
      bad('note', ' '),
      bad('note', 'x'.repeat(201)),
      bad('note', 'Rent\u202e'),
      bad('recordDate', 'yesterday'),
      bad('holders', 'all'),
    ],
    refusals: [
      {
        code: 'market.token_not_found',
        provoke: () => ({ body: { propertyId: 'NO-SUCH-1', amount: 1, note: 'Rent' } }),
      },
      ...elsewhere('market.may_not_distribute', 'market.too_many_holders', 'market.not_enough_cash'),
      ...elsewhere('request.idempotency_mismatch', 'server.unavailable'),
    ],
  },
  'GET /api/nft/properties/{propertyId}/income': {
    allowed: everyone,
    good: async ({ server }) => ({ params: { propertyId: await issueOfCity(server) } }),
    invalid: [{ params: { propertyId: 'x'.repeat(40) }, pointer: '/propertyId' }],
    refusals: [{ code: 'market.token_not_found', provoke: () => ({ params: { propertyId: 'NO-SUCH-1' } }) }],
  },
  'GET /api/nft/income': { allowed: signedIn, good: () => ({}), invalid: [...pages, query('status', 'open')] },
  'POST /api/nft/income/claim': { allowed: signedIn, good: () => ({}), refusals: elsewhere('server.unavailable') },
};

import { issueShares } from '#domains/market/contract.ts';
import { elsewhere, type RouteCase, signedIn, type World } from '#tests/support/route-cases/route-case.ts';
import type { TestAccount } from '#tests/support/test-server.ts';
import { registerOwned, registerParcel } from '../properties.fixture.ts';

const body = { username: 'ada', allowed: true };

async function restricted({ server }: World, account: TestAccount | undefined) {
  if (account?.role !== 'resident' && account?.role !== 'government') return { propertyId: 'HB-1' };
  const propertyId = await (account.role === 'resident' ? registerOwned(server, account) : registerParcel(server));
  await server.call(issueShares, { body: { propertyId, allowPublicTrading: false } }, { as: account });
  return { propertyId };
}

const unknown = { code: 'market.token_not_found', provoke: () => ({ params: { propertyId: 'NO-SUCH-1' }, body }) };

export const receiverCases: Readonly<Record<string, RouteCase>> = {
  'GET /api/nft/receivers/{propertyId}': {
    allowed: signedIn,
    good: async (world) => ({ params: await restricted(world, await world.server.account('government')) }),
    invalid: [{ params: { propertyId: 'x'.repeat(40) }, pointer: '/propertyId' }],
    refusals: [{ ...unknown, provoke: () => ({ params: { propertyId: 'NO-SUCH-1' } }) }],
  },
  'POST /api/nft/receivers/{propertyId}': {
    allowed: ['resident', 'government'],
    good: async (world, account) => ({
      params: await restricted(world, account),
      body: { ...body, username: (await world.server.account('shipper')).username },
    }),
    invalid: [
      { params: { propertyId: 'HB-1' }, body: { allowed: true }, pointer: '/username' },
      { params: { propertyId: 'HB-1' }, body: { username: 'ada' }, pointer: '/allowed' },
      { params: { propertyId: 'HB-1' }, body: { ...body, allowed: 'yes' }, pointer: '/allowed' },
      { params: { propertyId: 'HB-1' }, body: { ...body, shares: 1 }, pointer: '/shares' },
    ],
    refusals: [
      unknown,
      ...elsewhere(
        ...['market.may_not_allow', 'market.shares_public', 'participants.account_not_found'],
        ...['market.receiver_not_found', 'market.too_many_receivers', 'server.unavailable'],
      ),
    ],
  },
};

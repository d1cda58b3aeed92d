import { issueShares, recordCash, tradeShares } from '#domains/market/contract.ts';
import {
  elsewhere,
  everyone,
  pages,
  query,
  type RouteCase,
  signedIn,
  type World,
} from '#tests/support/route-cases/route-case.ts';
import type { TestAccount } from '#tests/support/test-server.ts';
import { depositCases } from './deposits/route-cases.fixture.ts';
import { incomeRouteCases } from './income/route-cases.fixture.ts';
import { payoutCases } from './payouts/route-cases.fixture.ts';
import { registerOwned, registerParcel } from './properties.fixture.ts';
import { receiverCases } from './receivers/route-cases.fixture.ts';
import { statementRouteCases } from './statement/route-cases.fixture.ts';
import { walletCases } from './wallets/route-cases.fixture.ts';

const bad = (field: string, value: unknown) => ({
  body: { propertyId: 'HB-1', [field]: value },
  pointer: `/${field}`,
});

const issued = new WeakMap<World['server'], Promise<string>>();

/** Returns a property of the city with shares: one is enough for all cases of a server. */
function shared({ server }: World): Promise<string> {
  const known = issued.get(server) ?? issueOne(server);
  issued.set(server, known);
  return known;
}

async function issueOne(server: World['server']): Promise<string> {
  const propertyId = await registerParcel(server);
  await server.call(issueShares, { body: { propertyId } }, { as: await server.account('government') });
  return propertyId;
}

let receipts = 0;

/** Returns the body of a purchase of a share, for which the account has the cash. */
async function payable(world: World, account: TestAccount | undefined) {
  if (account === undefined) return { propertyId: 'HB-1' };
  const { server } = world;
  receipts += 1;
  const body = { username: account.username, amount: 1, reference: `Case ${receipts}` };
  await server.call(recordCash, { body }, { as: await server.account('administrator') });
  // No account sells at this price. A waiting order would count toward the limit of an account.
  return { propertyId: await shared(world), shareAmount: 1, pricePerShare: 0.01, timeInForce: 'IOC' as const };
}

const noShares = (code = 'market.token_not_found') => ({
  code,
  provoke: () => ({ params: { propertyId: 'NO-SUCH-1' } }),
});

export const routeCases: Readonly<Record<string, RouteCase>> = {
  ...incomeRouteCases,
  ...statementRouteCases,
  ...walletCases,
  ...receiverCases,
  ...depositCases,
  ...payoutCases,
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
      bad('sharePrice', 1.0000000000001),
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
  'POST /api/nft/trade': {
    allowed: signedIn,
    good: async (world, account) => ({ body: await payable(world, account) }),
    invalid: [
      { body: {}, pointer: '/propertyId' },
      bad('type', 'short'),
      bad('shareAmount', 0),
      bad('shareAmount', 1.5),
      bad('shareAmount', 1_000_001),
      bad('pricePerShare', 0),
      bad('pricePerShare', 0.001),
      bad('pricePerShare', 1.0000000000001),
      bad('pricePerShare', 999_999.990_000_001),
      bad('pricePerShare', 1_000_001),
      bad('expirationDays', 0),
      bad('expirationDays', 91),
      bad('expirationDays', 0.5),
      bad('timeInForce', 'DAY'),
      bad('postOnly', 'no'),
      { body: { propertyId: 'HB-1', postOnly: true, timeInForce: 'IOC' }, pointer: '/postOnly' },
      bad('account', 'me'),
    ],
    refusals: [
      { code: 'market.token_not_found', provoke: () => ({ body: { propertyId: 'NO-SUCH-1' } }) },
      ...elsewhere(
        ...[
          'market.cash_owed',
          'market.not_enough_cash',
          'market.not_enough_shares',
          'market.would_trade',
          'market.cannot_fill_all',
        ],
        ...['market.may_not_receive', 'market.tax_overdue', 'market.too_many_orders', 'request.idempotency_mismatch'],
        'server.unavailable',
      ),
    ],
  },
  'GET /api/nft/orders': {
    allowed: signedIn,
    good: () => ({}),
    invalid: [...pages, query('status', 'filled'), query('propertyId', 'not an id'), query('sort', 'price')],
  },
  'POST /api/nft/orders/{orderId}/cancel': {
    allowed: signedIn,
    good: async (world, account) => {
      if (account === undefined) return { params: { orderId: '1' } };
      const body = await payable(world, account);
      const { order } = (await world.server.call(tradeShares, { body }, { as: account })).body;
      return { params: { orderId: order.orderId } };
    },
    invalid: [{ params: { orderId: '01' }, pointer: '/orderId' }],
    refusals: [
      { code: 'market.order_not_found', provoke: () => ({ params: { orderId: '0' } }) },
      ...elsewhere('server.unavailable'),
    ],
  },
  'POST /api/nft/orders/look-up': {
    allowed: signedIn,
    good: () => ({ body: { key: 'never-sent' } }),
    invalid: [{ body: { key: 'two words' }, pointer: '/key' }],
    refusals: elsewhere('request.idempotency_mismatch'),
  },
  'POST /api/nft/orders/cancel-all': {
    allowed: signedIn,
    good: async (world) => ({ body: { propertyId: await shared(world) } }),
    invalid: [
      { body: {}, pointer: '/propertyId' },
      { body: { propertyId: 'HB-1', all: true }, pointer: '/all' },
    ],
    refusals: [
      { code: 'market.token_not_found', provoke: () => ({ body: { propertyId: 'NO-SUCH-1' } }) },
      ...elsewhere('server.unavailable'),
    ],
  },
  'GET /api/nft/book/{propertyId}': {
    allowed: everyone,
    good: async (world) => ({ params: { propertyId: await shared(world) } }),
    invalid: [{ params: { propertyId: 'x'.repeat(40) }, pointer: '/propertyId' }],
    refusals: [noShares()],
  },
  'GET /api/nft/candles/{propertyId}': {
    allowed: everyone,
    good: async (world) => ({ params: { propertyId: await shared(world) } }),
    invalid: [
      { params: { propertyId: 'HB-1' }, query: { interval: 'week' }, pointer: '/interval' },
      { params: { propertyId: 'x'.repeat(40) }, pointer: '/propertyId' },
    ],
    refusals: [noShares()],
  },
  'GET /api/nft/portfolio': { allowed: signedIn, good: () => ({}) },
  'POST /api/nft/cash': {
    allowed: ['administrator'],
    good: async ({ server }) => {
      receipts += 1;
      const { username } = await server.account('shipper');
      return { body: { username, amount: 2.5, reference: `Case ${receipts}` } };
    },
    invalid: [
      { body: { amount: 1, reference: 'A' }, pointer: '/username' },
      { body: { username: 'ada', reference: 'A' }, pointer: '/amount' },
      { body: { username: 'ada', amount: 0, reference: 'A' }, pointer: '/amount' },
      { body: { username: 'ada', amount: 0.001, reference: 'A' }, pointer: '/amount' },
      { body: { username: 'ada', amount: 1.0000000000001, reference: 'A' }, pointer: '/amount' },
      { body: { username: 'ada', amount: 1_000_001, reference: 'A' }, pointer: '/amount' },
      { body: { username: 'ada', amount: 1, reference: ' ' }, pointer: '/reference' },
    ],
    refusals: [
      {
        code: 'participants.account_not_found',
        provoke: () => ({ body: { username: 'nobody-at-all', amount: 1, reference: 'A' } }),
      },
      ...elsewhere('request.idempotency_mismatch', 'server.unavailable'),
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

import type { User } from '#domains/participants/contract.ts';
import { type Answer, json } from '#platform/web/testing/stub-server.ts';

export const propertyId = 'HB-0011-002';
export const user = { id: 'account-1', username: 'ann', role: 'resident' } as User;

export const callOf = (n: number, txStatus = 'confirmed') => ({
  txHash: `0x${String(n).padStart(64, '0')}`,
  txStatus,
  network: 'Local ledger chain',
  isLocal: true,
});

export const bookOf = (change: object = {}) => ({
  propertyId,
  address: '125 Main Street',
  tokenId: '7',
  asks: [
    { pricePerShare: 251, shares: 4, orders: 1 },
    { pricePerShare: 252.5, shares: 6, orders: 2 },
  ],
  bids: [{ pricePerShare: 249.5, shares: 3, orders: 1 }],
  spread: 1.5,
  trades: [
    {
      ...callOf(1),
      id: '90-0',
      shares: 2,
      pricePerShare: 250,
      type: 'buy',
      at: '2026-11-20T10:00:00.000Z',
      blockIndex: 90,
    },
  ],
  royaltyPercentage: 2.5,
  minimumPurchase: 1,
  issuedByYou: false,
  allowPublicTrading: true,
  totalSupply: 1000,
  taxOwed: 0,
  taxOverdue: 0,
  salesHalted: false,
  assessedValue: 24_840_000,
  ...change,
});

/** A property with shares, as the list has it. */
export const sharedOf = (change: object = {}) => ({
  ...{ id: propertyId, propertyId, address: '125 Main Street', status: 'active' },
  ...{ assessedValue: 24_840_000, assessedValueFormatted: '$248,400.00', taxOwed: 0, taxOverdue: 0 },
  ...{ salesHalted: false, currentOwnership: [], sharesOutside: 0, tradingActivity: [] },
  nftMetadata: {
    ...{ tokenId: '7', floorPrice: null, lastSalePrice: null, availableShares: 0, totalSupply: 1000 },
    contractAddress: `0x${'ef'.repeat(20)}`,
  },
  issue: {
    ...{ sharePrice: 250, royaltyPercentage: 2.5, allowPublicTrading: true, minimumPurchase: 1, isYours: false },
    ...{ issuedAt: '2026-11-20T10:00:00.000Z', block: { index: 90, hash: 'ab'.repeat(32) } },
  },
  ...change,
});

export const orderOf = (change: object = {}) => ({
  ...callOf(2),
  orderId: '95',
  propertyId,
  type: 'buy',
  shareAmount: 10,
  pricePerShare: 251,
  status: 'open',
  filled: 4,
  open: 6,
  tradedFor: 1004,
  expiresAt: '2026-11-30T10:00:00.000Z',
  placedAt: '2026-11-23T10:00:00.000Z',
  blockIndex: 95,
  ...change,
});

export const placedOf = (change: object = {}) => ({
  ...callOf(2, 'sent'),
  order: orderOf(change),
  fills: [{ shares: 4, pricePerShare: 251, royalty: 25.1 }],
});

const portfolio = {
  address: null,
  cash: { free: 3000, held: 0 },
  holdings: [
    {
      propertyId,
      tokenId: '7',
      address: '125 Main Street',
      shares: 20,
      held: 5,
      percentage: 2,
      lastSalePrice: 250,
      value: 5000,
    },
  ],
  movements: [],
};

export const pagination = (total: number) => ({
  total,
  totalIsEstimate: false,
  page: 1,
  limit: 25,
  totalPages: 1,
  hasPrev: false,
  hasNext: false,
});

const page = (orders: readonly object[]) => ({ orders, pagination: pagination(orders.length) });

/** The responses of the server to a trading account. Change `state` to change later responses. */
export function marketAnswers(
  state: { book?: object; open?: readonly object[]; closed?: readonly object[] } = {},
): Record<string, Answer> {
  return {
    [`GET /api/nft/book/${propertyId}`]: () => json(state.book ?? bookOf()),
    [`GET /api/nft/candles/${propertyId}`]: () => json({ candles: [] }),
    'GET /api/nft/portfolio': () => json(portfolio),
    'GET /api/nft/orders': ({ query }) =>
      json(page(query.get('status') === 'open' ? (state.open ?? []) : (state.closed ?? []))),
  };
}

import { z } from 'zod';
import { BlockIndex } from '#domains/ledger/contract.ts';
import { PropertyId } from '#domains/registry/contract.ts';
import { route } from '#platform/contract/route.ts';
import { Instant } from '#platform/contract/scalars.ts';
import { Call, Dollars, SPREAD, TokenId, tokenNotFound } from './amounts.ts';
import { OrderSide } from './orders.ts';
import { SHARES_MAX } from './shares.ts';

const tag = 'Share market';

const Level = z.object({
  pricePerShare: Dollars,
  shares: z.int().min(1).describe('Shares of all orders at this price.'),
  orders: z.int().min(1),
});

export const Trade = Call.extend({
  id: z.string().meta({ example: '4711-0' }),
  shares: z.int().min(1),
  pricePerShare: Dollars,
  type: OrderSide.describe('The side of the order that came later.'),
  at: Instant,
  blockIndex: BlockIndex,
}).meta({ id: 'ShareTrade' });
export type ShareTrade = z.infer<typeof Trade>;

export const readOrderBook = route({
  method: 'GET',
  path: '/api/nft/book/{propertyId}',
  tag,
  summary: 'Read the order book of a property',
  description: 'The 50 best prices of each side, and the 50 newest trades. Without names.',
  access: 'public',
  cost: 'search',
  params: z.object({ propertyId: PropertyId }),
  response: z.object({
    propertyId: PropertyId,
    address: z.string(),
    tokenId: TokenId,
    bids: z.array(Level).max(50).describe('Purchases, the highest price first.'),
    asks: z.array(Level).max(50).describe('Sales, the lowest price first.'),
    spread: Dollars.nullable().describe(SPREAD),
    trades: z.array(Trade).max(50).describe('Newest first.'),
    royaltyPercentage: z.number().min(0).max(10),
    issuedByYou: z.boolean().describe('Whether the signed-in account issued the shares, and so pays no royalty.'),
    minimumPurchase: z.int().min(1),
    allowPublicTrading: z.boolean(),
    totalSupply: z.int().min(1).max(SHARES_MAX),
    taxOverdue: z.int().min(0).describe('The overdue part of it, in cents, without late charges.'),
    salesHalted: z.boolean().describe('Whether the issuer cannot sell until the overdue tax is paid.'),
    taxOwed: z.int().min(0).describe('Tax owed on the property in cents.'),
    assessedValue: z.int().min(0).describe('The newest assessed value in cents.'),
  }),
  errors: [tokenNotFound],
});

export const readCandles = route({
  method: 'GET',
  path: '/api/nft/candles/{propertyId}',
  tag,
  summary: 'Read the prices of a share over time',
  description: 'The newest 200 hours or days (UTC) in which shares were traded, oldest first.',
  access: 'public',
  cost: 'search',
  params: z.object({ propertyId: PropertyId }),
  query: z.strictObject({ interval: z.enum(['hour', 'day']).default('day') }),
  response: z.object({
    candles: z
      .array(
        z.object({
          at: Instant.describe('When the hour or day begins.'),
          open: Dollars,
          high: Dollars,
          low: Dollars,
          close: Dollars,
          shares: z.int().min(1),
        }),
      )
      .max(200),
  }),
  errors: [tokenNotFound],
});

import { z } from 'zod';
import { BlockIndex } from '#domains/ledger/contract.ts';
import { PropertyId } from '#domains/registry/contract.ts';
import { errorKind, idempotencyMismatch, unavailable } from '#platform/contract/errors.ts';
import { LookUpBody } from '#platform/contract/look-up.ts';
import { PageNumber, Pagination, pageSize } from '#platform/contract/pagination.ts';
import { route } from '#platform/contract/route.ts';
import { Instant } from '#platform/contract/scalars.ts';
import { Call, cashOwed, Dollars, PriceOfShare, tokenNotFound } from './amounts.ts';
import { SHARES_MAX } from './shares.ts';

const tag = 'Share market';

/** The most open orders that an account may have for the shares of one property. */
export const OPEN_ORDERS_MAX = 100;

export const notEnoughCash = errorKind('market.not_enough_cash', 409, 'Not enough cash');
export const notEnoughShares = errorKind('market.not_enough_shares', 409, 'Not enough shares');
export const wouldTrade = errorKind('market.would_trade', 409, 'The order would trade immediately');
export const cannotFillAll = errorKind('market.cannot_fill_all', 409, 'The order cannot be filled as a whole');
export const mayNotReceive = errorKind('market.may_not_receive', 403, 'Shares are not public');
export const tooManyOrders = errorKind('market.too_many_orders', 409, 'Too many orders');
export const taxOverdue = errorKind('market.tax_overdue', 409, 'Property tax is overdue');
export const orderNotFound = errorKind('market.order_not_found', 404, 'Order not found');

export const OrderSide = z.enum(['buy', 'sell']).meta({ id: 'OrderSide' });
export type OrderSide = z.infer<typeof OrderSide>;

export const OrderStatus = z
  .enum(['open', 'filled', 'canceled', 'expired'])
  .describe('An order that was partly traded before it was canceled or expired is `canceled` or `expired`.')
  .meta({ id: 'OrderStatus' });

/** The number of an order in decimal digits: the index of the block that placed it. */
const OrderId = z
  .string()
  .regex(/^(0|[1-9][0-9]{0,14})$/, 'orderId is the number of a block in decimal digits')
  .meta({ example: '4711' });

export const ShareOrder = Call.extend({
  orderId: OrderId,
  propertyId: PropertyId,
  type: OrderSide,
  shareAmount: z.int().min(1).max(SHARES_MAX),
  pricePerShare: Dollars.describe(
    'The limit: a purchase trades at this price or below, a sale at this price or above.',
  ),
  status: OrderStatus,
  filled: z.int().min(0).describe('Shares that were traded.'),
  open: z.int().min(0).describe('Shares that may still be traded.'),
  tradedFor: Dollars.describe('The total price of the traded shares, before the royalty.'),
  expiresAt: Instant,
  placedAt: Instant,
  blockIndex: BlockIndex,
}).meta({ id: 'ShareOrder' });
export type ShareOrder = z.infer<typeof ShareOrder>;

const Fill = z.object({
  shares: z.int().min(1),
  pricePerShare: Dollars,
  royalty: Dollars.describe('The part of the price that goes to the issuer. The seller pays it.'),
});

export const TradeRequest = z
  .strictObject({
    type: OrderSide.default('buy'),
    propertyId: PropertyId,
    shareAmount: z
      .int('shareAmount must be a whole number')
      .min(1, 'shareAmount must be at least 1')
      .max(SHARES_MAX, `shareAmount must be at most ${SHARES_MAX.toLocaleString('en-US')}`)
      .default(10),
    pricePerShare: PriceOfShare('pricePerShare').default(250),
    expirationDays: z
      .int('expirationDays must be a whole number')
      .min(1, 'expirationDays must be at least 1')
      .max(90, 'expirationDays must be at most 90')
      .default(7),
    timeInForce: z
      .enum(['GTC', 'IOC', 'FOK'])
      .default('GTC')
      .describe(
        'What happens to shares that do not trade immediately. `GTC`: they wait until the order expires. `IOC`: they are canceled. `FOK`: ' +
          'nothing trades unless all do.',
      ),
    postOnly: z.boolean().default(false).describe('Refuses the order if any of it would trade immediately.'),
  })
  .refine(({ postOnly, timeInForce }) => !postOnly || timeInForce === 'GTC', {
    path: ['postOnly'],
    message: 'postOnly needs the timeInForce GTC',
  });
export type TradeRequest = z.infer<typeof TradeRequest>;

const PlacedOrder = Call.extend({ order: ShareOrder, fills: z.array(Fill).max(100) });

export const tradeShares = route({
  method: 'POST',
  path: '/api/nft/trade',
  tag,
  summary: 'Buy or sell shares',
  description:
    'Places an order, which trades immediately with the best orders on the other side, oldest first, at their price. A purchase holds what it may ' +
    'cost, and a sale its shares, until it is filled, canceled or expired. An order never trades with another of the same account: that one is canceled.',
  access: 'signed in',
  idempotent: true,
  cost: 'heavy',
  body: TradeRequest,
  response: PlacedOrder,
  errors: [
    tokenNotFound,
    cashOwed,
    notEnoughCash,
    notEnoughShares,
    wouldTrade,
    cannotFillAll,
    mayNotReceive,
    taxOverdue,
    tooManyOrders,
    idempotencyMismatch,
    unavailable,
  ],
});

export const lookUpOrder = route({
  method: 'POST',
  path: '/api/nft/orders/look-up',
  tag,
  summary: 'Look up an order of your account by its key',
  description:
    'For an order whose answer was lost. If no order was placed with the key, the key is closed: an order with it that still arrives is refused. ' +
    'So the answer is final, and ordering again with a new key orders once.',
  access: 'signed in',
  body: LookUpBody,
  response: z.object({
    answer: PlacedOrder.nullable().describe('The order as it is now. Null: none was placed, and none will be.'),
  }),
  errors: [idempotencyMismatch],
});

export const cancelOrder = route({
  method: 'POST',
  path: '/api/nft/orders/{orderId}/cancel',
  tag,
  summary: 'Cancel an order',
  description: 'An order that is already closed is returned unchanged.',
  access: 'signed in',
  cost: 'heavy',
  params: z.object({ orderId: OrderId }),
  response: ShareOrder,
  errors: [orderNotFound, unavailable],
});

export const cancelOrders = route({
  method: 'POST',
  path: '/api/nft/orders/cancel-all',
  tag,
  summary: 'Cancel your open orders for the shares of one property',
  access: 'signed in',
  cost: 'heavy',
  body: z.strictObject({ propertyId: PropertyId }),
  response: z.object({ canceled: z.int().min(0).max(OPEN_ORDERS_MAX) }),
  errors: [tokenNotFound, unavailable],
});

export const listOrders = route({
  method: 'GET',
  path: '/api/nft/orders',
  tag,
  summary: 'List your orders',
  description: 'Newest first.',
  access: 'signed in',
  cost: 'search',
  query: z.strictObject({
    propertyId: PropertyId.optional(),
    status: z.enum(['open', 'closed']).optional(),
    page: PageNumber,
    limit: pageSize(25, 100),
  }),
  response: z.object({ orders: z.array(ShareOrder).max(100), pagination: Pagination }),
});

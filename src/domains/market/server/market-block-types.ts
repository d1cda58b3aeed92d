import { z } from 'zod';
import { BlockIndex } from '#domains/ledger/contract.ts';
import { declareBlockTypes } from '#domains/ledger/server/index.ts';
import { OrderSide, SHARES_MAX } from '#domains/market/contract.ts';
import { oneSubjectBlockTypes } from '#domains/payments/server/index.ts';
import { PropertyId } from '#domains/registry/contract.ts';
import { payoutBlockTypes } from './payouts/payout-block-types.ts';

const Address = z.string().regex(/^0x[0-9a-f]{40}$/);

/** Orders that left the book with shares open: first those that had expired, then those that the block's own act closed. */
const Closed = z
  .array(
    z.strictObject({
      order: BlockIndex,
      shares: z.int().min(1),
      why: z.enum(['canceled', 'expired', 'self']),
    }),
  )
  .max(300);

/** Shares that move to a wallet, or from one. */
const OutsideShares = z.strictObject({
  action: z.string(),
  property_id: PropertyId,
  token: BlockIndex,
  address: Address,
  wallet: Address,
  shares: z.int().min(1).max(SHARES_MAX),
});

/**
 * The blocks of the market. They name holders by addresses only. `user` is the government account that acted, if one did: the account
 * of a resident would reveal the owner of the property.
 */
export const marketBlockTypes = declareBlockTypes('market', {
  'market.cash_received': z.strictObject({
    action: z.string(),
    user: z.string().min(1).optional(),
    address: Address,
    cents: z.int().min(1),
    /** The source of the cash. */
    source: z.string().min(1).max(100),
  }),
  'market.income_declared': z.strictObject({
    action: z.string(),
    user: z.string().min(1).optional(),
    property_id: PropertyId,
    token: BlockIndex,
    address: Address,
    /** The address that holds it until it is claimed. */
    pool: Address,
    cents: z.int().min(1),
    /** Holders of shares at this block get a part. */
    record: BlockIndex,
    holders: z.int().min(1),
    note: z.string().min(1).max(200),
  }),
  'market.income_claimed': z.strictObject({
    action: z.string(),
    property_id: PropertyId,
    token: BlockIndex,
    income: BlockIndex,
    address: Address,
    pool: Address,
    cents: z.int().min(1),
  }),
  'market.cash_taken_back': z.strictObject({
    action: z.string(),
    address: Address,
    cents: z.int().min(1),
    /** The entry that took back what had come in. */
    source: z.string().min(1).max(100),
  }),
  ...oneSubjectBlockTypes('market.deposit', 'address', Address),
  ...payoutBlockTypes,
  'market.order_placed': z.strictObject({
    action: z.string(),
    property_id: PropertyId,
    token: BlockIndex,
    address: Address,
    side: OrderSide,
    shares: z.int().min(1).max(SHARES_MAX),
    price_cents: z.int().min(1),
    remainder: z.enum(['rest', 'cancel', 'all', 'post']),
    /** Seconds since 1970. */
    expires_at: z.int().min(0),
    /** The orders it traded with immediately, in order. */
    fills: z
      .array(
        z.strictObject({
          order: BlockIndex,
          shares: z.int().min(1),
          price_cents: z.int().min(1),
          royalty_cents: z.int().min(0),
        }),
      )
      .max(100),
    closed: Closed,
  }),
  'market.orders_closed': z.strictObject({
    action: z.string(),
    property_id: PropertyId,
    token: BlockIndex,
    closed: Closed.min(1),
  }),
  'market.shares_withdrawn': OutsideShares,
  /** The wallet refused the shares of the block `withdrawal`. */
  'market.shares_returned': OutsideShares.extend({ withdrawal: BlockIndex }),
  /** A transfer of the network brought shares of a wallet into custody: `item` is its index in a transfer of several tokens. */
  'market.shares_arrived': OutsideShares.extend({
    tx: z.string().regex(/^0x[0-9a-f]{64}$/),
    log: z.int().min(0),
    item: z.int().min(0),
  }),
  /** Whether an address may receive shares that are not public, from here on. */
  'market.receiver_allowed': z.strictObject({
    action: z.string(),
    user: z.string().min(1).optional(),
    property_id: PropertyId,
    token: BlockIndex,
    address: Address,
    allowed: z.boolean(),
  }),
  'market.issued': z.strictObject({
    action: z.string(),
    user: z.string().min(1).optional(),
    property_id: PropertyId,
    shares: z.int().min(1).max(SHARES_MAX),
    price_cents: z.int().min(1),
    royalty_basis_points: z.int().min(0).max(1000),
    royalty_receiver: Address,
    public: z.boolean(),
    minimum_purchase: z.int().min(1),
    title_index: z.int().min(0),
    holders: z
      .array(z.strictObject({ address: Address, shares: z.int().min(1) }))
      .min(1)
      .max(100),
    chain_id: z.int().min(1),
    contract: Address,
  }),
});

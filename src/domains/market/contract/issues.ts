import { z } from 'zod';
import { BlockIndex } from '#domains/ledger/contract.ts';
import { PropertyId, PropertyStatus, propertyNotFound, propertyRetired } from '#domains/registry/contract.ts';
import { errorKind, idempotencyMismatch, unavailable } from '#platform/contract/errors.ts';
import { Cents, hasTwoDecimals } from '#platform/contract/money.ts';
import { PageNumber, Pagination, pageSize } from '#platform/contract/pagination.ts';
import { route } from '#platform/contract/route.ts';
import { Instant, Sha256Hex } from '#platform/contract/scalars.ts';
import { Address, Call, Dollars, PriceOfShare, SPREAD, TokenId, tokenNotFound } from './amounts.ts';
import { canIssueShares } from './capabilities.ts';
import { Trade } from './order-book.ts';
import { SHARES_MAX } from './shares.ts';

const tag = 'Share market';

export const alreadyIssued = errorKind('market.already_issued', 409, 'Shares already exist');
export const mayNotIssue = errorKind('market.may_not_issue', 403, 'Not allowed to issue shares of this property');
/** A holder of shares: an address, without a name. */
const Holding = z.object({
  holder: Address,
  shares: z.int().min(1).max(SHARES_MAX),
  percentage: z.number().min(0).max(100).describe('Of all shares, with one decimal.'),
  isYours: z.boolean().describe('Whether it is held for the signed-in account.'),
});

const Activity = Call.extend({
  id: z.string().meta({ example: '3201-0' }),
  type: z.enum(['mint', 'sale', 'transfer']).describe('A `transfer` moved shares from custody to a wallet, or back.'),
  tokenAmount: z.int().min(1).describe('Shares.'),
  pricePerToken: Dollars.nullable().describe('Null unless it is a sale.'),
  totalPrice: Dollars.nullable().describe('Before the royalty. Null unless it is a sale.'),
  timestamp: Instant,
  blockIndex: BlockIndex,
});

export const SharedProperty = z
  .object({
    id: z.string(),
    propertyId: PropertyId,
    address: z.string(),
    status: PropertyStatus,
    assessedValue: Cents.describe('The newest assessed value in cents.'),
    assessedValueFormatted: z.string(),
    taxOwed: Cents.describe('Tax owed on the property in cents.'),
    taxOverdue: Cents.describe('The overdue part of it, in cents, without late charges.'),
    salesHalted: z.boolean().describe('Whether the issuer cannot sell until the overdue tax is paid.'),
    currentOwnership: z.array(Holding).max(100).describe('The largest holders first. Without shares in wallets.'),
    sharesOutside: z
      .int()
      .min(0)
      .describe('Shares that were withdrawn to wallets. The network decides who owns them. They get no income.'),
    tradingActivity: z.array(Activity).max(20).describe('Newest first.'),
    nftMetadata: z.object({
      tokenId: TokenId,
      floorPrice: Dollars.nullable().describe('The lowest price at which shares are offered; null without an offer.'),
      lastSalePrice: Dollars.nullable().describe('Null if none was ever sold.'),
      availableShares: z.int().min(0).describe('Shares that are offered for sale.'),
      totalSupply: z.int().min(1).max(SHARES_MAX),
      contractAddress: Address,
    }),
    issue: z.object({
      sharePrice: Dollars.describe('The price of a share that the issuer set.'),
      royaltyPercentage: z.number().min(0).max(10),
      allowPublicTrading: z.boolean(),
      minimumPurchase: z.int().min(1),
      isYours: z.boolean().describe('Whether the signed-in account issued them, and gets the royalties.'),
      issuedAt: Instant,
      block: z.object({ index: BlockIndex, hash: Sha256Hex }),
    }),
  })
  .meta({ id: 'SharedProperty' });
export type SharedProperty = z.infer<typeof SharedProperty>;

export const listShares = route({
  method: 'GET',
  path: '/api/nft/properties',
  tag,
  summary: 'List the properties with shares',
  description:
    'Newest issue first. A share is a record of this market. It is no title to the property and no claim on it, and this is no offer of securities.',
  access: 'public',
  cost: 'search',
  query: z.strictObject({
    search: z.string().trim().max(200).optional().describe('A part of the address or the parcel number.'),
    page: PageNumber,
    limit: pageSize(25, 100),
  }),
  response: z.object({ properties: z.array(SharedProperty), pagination: Pagination }),
});

/** The number of properties whose prices the totals include. */
export const PRICES_MAX = 25;

export const readMarketData = route({
  method: 'GET',
  path: '/api/nft/market-data',
  tag,
  summary: 'Read the totals of the share market',
  access: 'public',
  response: z.object({
    properties: z.int().min(0).describe('Properties with shares.'),
    shares: z.int().min(0).describe('Shares of all of them.'),
    holders: z.int().min(0).describe('Addresses that hold shares.'),
    issuedCents: z.int().min(0).describe('All shares at the prices that their issuers set, in cents.'),
    volume: z
      .object({ shares: z.int().min(0), amount: Dollars })
      .describe('The volume within 24 hours, among the 100,000 newest trades.'),
    prices: z
      .array(
        z.object({
          propertyId: PropertyId,
          address: z.string(),
          tokenId: TokenId,
          lastSalePrice: Dollars,
          bid: Dollars.nullable().describe('The highest purchase.'),
          ask: Dollars.nullable().describe('The lowest sale.'),
          spread: Dollars.nullable().describe(SPREAD),
          volume: z
            .object({ shares: z.int().min(0), amount: Dollars })
            .describe('The volume within 24 hours, among the 100,000 newest trades of all properties.'),
        }),
      )
      .max(PRICES_MAX)
      .describe(
        'The properties that were traded last. New blocks change them: GET /api/chain/live reports when to read again.',
      ),
    trades: z
      .array(Trade.extend({ propertyId: PropertyId, address: z.string() }))
      .max(20)
      .describe('The newest of all properties.'),
    network: z.object({
      name: z.string().meta({ example: 'Local ledger chain' }),
      isLocal: z.boolean().describe('Whether the network is this installation’s own.'),
      waitingCalls: z.int().min(0).describe('Calls that are recorded and not final on the network yet.'),
      waitingSince: z.iso
        .datetime()
        .nullable()
        .describe('When the oldest of them was recorded.')
        .meta({ example: '2026-11-23T09:12:44.000Z' }),
      isPaused: z
        .boolean()
        .describe('Whether the oldest has waited so long that new orders are refused. Open ones can be canceled.'),
      refusedCalls: z.int().min(0).describe('Calls that a contract refused: the network and the records differ.'),
      differences: z
        .int()
        .min(0)
        .describe('Shares, or cash, for which the network reports other amounts: trading of them is halted.'),
    }),
  }),
});

export const IssueRequest = z
  .strictObject({
    propertyId: PropertyId,
    totalShares: z
      .int('totalShares must be a whole number')
      .min(1, 'totalShares must be at least 1')
      .max(SHARES_MAX, `totalShares must be at most ${SHARES_MAX.toLocaleString('en-US')}`)
      .default(1000),
    sharePrice: PriceOfShare('sharePrice').default(250),
    royaltyPercentage: z
      .number()
      .min(0, 'royaltyPercentage must be at least 0')
      .max(10, 'royaltyPercentage must be at most 10')
      .refine(hasTwoDecimals, 'royaltyPercentage has at most two decimals')
      .default(2.5)
      .describe('The issuer’s part of each later sale, in percent.'),
    allowPublicTrading: z
      .boolean()
      .default(true)
      .describe('Otherwise only accounts that the issuer allows may receive shares.'),
    minimumPurchase: z.int().min(1, 'minimumPurchase must be at least 1').default(1),
  })
  .refine(({ totalShares, minimumPurchase }) => minimumPurchase <= totalShares, {
    path: ['minimumPurchase'],
    message: 'minimumPurchase must be at most totalShares',
  });
export type IssueRequest = z.infer<typeof IssueRequest>;

export const issueShares = route({
  method: 'POST',
  path: '/api/nft/fractionalize',
  tag,
  summary: 'Issue shares of a property',
  description:
    'Once for each property, by the owner of all of it, or by a government account for its owners: co-owners get their fractions of the shares. ' +
    'Issuing sells nothing. The number of shares never changes.',
  access: { may: canIssueShares },
  idempotent: true,
  cost: 'heavy',
  body: IssueRequest,
  response: Call.extend({
    contractAddress: Address,
    tokenId: TokenId,
    block: z.object({ index: BlockIndex, hash: Sha256Hex }),
  }),
  errors: [propertyNotFound, propertyRetired, mayNotIssue, alreadyIssued, idempotencyMismatch, unavailable],
});

export const readTokenMetadata = route({
  method: 'GET',
  path: '/api/nft/metadata/{tokenId}',
  tag,
  summary: 'Read the metadata of a token',
  description:
    'The JSON behind the ERC-1155 `uri`: public facts of the property, and the hash of the block that issued the shares.',
  access: 'public',
  params: z.object({ tokenId: TokenId }),
  response: z.object({
    name: z.string(),
    description: z.string(),
    decimals: z.literal(0),
    external_url: z.string(),
    properties: z.object({
      propertyId: PropertyId,
      address: z.string(),
      neighborhood: z.string(),
      propertyType: z.string(),
      totalShares: z.int(),
      block: z.object({ index: BlockIndex, hash: Sha256Hex }),
      titleBlock: BlockIndex.describe('The block of the title that the issue relied on.'),
    }),
  }),
  errors: [tokenNotFound],
});

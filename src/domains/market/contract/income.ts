import { z } from 'zod';
import { BlockIndex } from '#domains/ledger/contract.ts';
import { PropertyId } from '#domains/registry/contract.ts';
import { errorKind, idempotencyMismatch, unavailable } from '#platform/contract/errors.ts';
import { hasTwoDecimals } from '#platform/contract/money.ts';
import { PageNumber, Pagination, pageSize } from '#platform/contract/pagination.ts';
import { PublicText } from '#platform/contract/public-text.ts';
import { route } from '#platform/contract/route.ts';
import { Instant, Sha256Hex } from '#platform/contract/scalars.ts';
import { Call, Dollars, tokenNotFound } from './amounts.ts';
import { canIssueShares } from './capabilities.ts';
import { notEnoughCash } from './orders.ts';
import { SHARES_MAX } from './shares.ts';

const tag = 'Share market';

/** The most claims that one request makes. */
export const CLAIMS_MAX = 50;

export const mayNotDistribute = errorKind('market.may_not_distribute', 403, 'Not allowed to distribute this income');
export const tooManyHolders = errorKind('market.too_many_holders', 409, 'Too many holders');

/** The number of a distribution in decimal digits: the index of the block that declared it. */
const IncomeId = z
  .string()
  .regex(/^(0|[1-9][0-9]{0,14})$/, 'incomeId is the number of a block in decimal digits')
  .meta({ example: '5120' });

const Income = z
  .object({
    incomeId: IncomeId,
    propertyId: PropertyId,
    amount: Dollars.describe('The total for all holders.'),
    note: z.string().meta({ example: 'Rent of the third quarter' }),
    declaredAt: Instant,
    recordBlock: BlockIndex.describe('Holders of shares at this block get a part.'),
    block: z.object({ index: BlockIndex, hash: Sha256Hex }),
  })
  .meta({ id: 'ShareIncome' });

export const distributeIncome = route({
  method: 'POST',
  path: '/api/nft/income',
  tag,
  summary: 'Distribute income of a property to the holders of its shares',
  description:
    'For the issuer, or a government account, out of its own cash. Each holder of shares at the record date gets a part in proportion, exact ' +
    'to the cent, to be claimed at any time. Cents that cannot be divided go to the largest remainders.',
  access: { may: canIssueShares },
  idempotent: true,
  cost: 'heavy',
  body: z.strictObject({
    propertyId: PropertyId,
    amount: z
      .number()
      .min(0.01, 'amount must be at least $0.01')
      .max(10_000_000, 'amount must be at most $10,000,000')
      .refine(hasTwoDecimals, 'amount is in dollars with at most two decimals')
      .describe('In dollars with at most two decimals.')
      .meta({ example: 1200 }),
    recordDate: z.iso
      .date('recordDate is a date like 2026-09-30')
      .optional()
      .describe('Holders at the end of this day, in the time zone of the city, get a part. Absent: now.')
      .meta({ example: '2026-09-30' }),
    note: PublicText(200)
      .describe('What the income is. It becomes part of the ledger, so leave names out.')
      .meta({ example: 'Rent of the third quarter' }),
  }),
  response: Call.extend({
    income: Income,
    holders: z.int().min(1).describe('The number of holders that get a part.'),
  }),
  errors: [tokenNotFound, mayNotDistribute, tooManyHolders, notEnoughCash, idempotencyMismatch, unavailable],
});

export const listIncome = route({
  method: 'GET',
  path: '/api/nft/properties/{propertyId}/income',
  tag,
  summary: 'List what was distributed to the holders of a property’s shares',
  description: 'Newest first. Without names.',
  access: 'public',
  cost: 'search',
  params: z.object({ propertyId: PropertyId }),
  query: z.strictObject({ page: PageNumber, limit: pageSize(25, 100) }),
  response: z.object({
    income: z
      .array(
        Income.extend({
          holders: z.int().min(1),
          claimed: Dollars.describe('The part that has been claimed so far.'),
        }),
      )
      .max(100),
    pagination: Pagination,
  }),
  errors: [tokenNotFound],
});

export const listOwnIncome = route({
  method: 'GET',
  path: '/api/nft/income',
  tag,
  summary: 'List your income from shares',
  description: 'Newest first.',
  access: 'signed in',
  cost: 'search',
  query: z.strictObject({ page: PageNumber, limit: pageSize(25, 100) }),
  response: z.object({
    toClaim: Dollars.describe('The amount you can claim now, over all distributions.'),
    income: z
      .array(
        Income.extend({
          address: z.string().describe('Of the property.'),
          shares: z.int().min(1).max(SHARES_MAX).describe('The shares you held at the record date.'),
          yours: Dollars,
          claimedBlock: BlockIndex.nullable().describe('The block that paid it to you. Null: not claimed yet.'),
        }),
      )
      .max(100),
    pagination: Pagination,
  }),
});

export const claimIncome = route({
  method: 'POST',
  path: '/api/nft/income/claim',
  tag,
  summary: 'Claim your income from shares',
  description: `Adds what you may claim to your cash, each part by a block of its own, at most ${CLAIMS_MAX} per request. Earlier claims do not change.`,
  access: 'signed in',
  cost: 'heavy',
  response: z.object({
    claimed: z.array(z.object({ incomeId: IncomeId, amount: Dollars, blockIndex: BlockIndex })).max(CLAIMS_MAX),
    toClaim: Dollars.describe('The amount left to claim.'),
  }),
  errors: [unavailable],
});

import { z } from 'zod';
import { BlockIndex } from '#domains/ledger/contract.ts';
import { PropertyId } from '#domains/registry/contract.ts';
import { route } from '#platform/contract/route.ts';
import { Instant } from '#platform/contract/scalars.ts';
import { Address, Dollars, TokenId } from './amounts.ts';

const tag = 'Share market';

/** Cash that came in or went out. */
export const Movement = z
  .object({
    at: Instant,
    blockIndex: BlockIndex,
    type: z
      .enum(['cash', 'cash_taken_back', 'payout_returned', 'buy', 'sell', 'royalty', 'income'])
      .describe('`cash_taken_back`: a deposit whose money is gone. `payout_returned`: a payout that was not sent.'),
    propertyId: PropertyId.nullable(),
    shares: z.int().min(0),
    pricePerShare: Dollars.nullable(),
    amount: z.number().describe('In dollars: positive for cash that came in, negative for cash that went out.'),
  })
  .meta({ id: 'CashMovement' });

export const readPortfolio = route({
  method: 'GET',
  path: '/api/nft/portfolio',
  tag,
  summary: 'Read your cash and shares',
  access: 'signed in',
  cost: 'search',
  response: z.object({
    address: Address.nullable().describe('The address of your shares on the network. Null before the first.'),
    cash: z.object({
      free: Dollars.describe('The cash you can use.'),
      held: Dollars.describe('The cash that your open purchases may cost.'),
    }),
    holdings: z
      .array(
        z.object({
          propertyId: PropertyId,
          tokenId: TokenId,
          address: z.string(),
          shares: z.int().min(1),
          held: z.int().min(0).describe('The part of them in your open sales.'),
          percentage: z.number().min(0).max(100).describe('Of all shares, with one decimal.'),
          lastSalePrice: Dollars.nullable(),
          value: Dollars.nullable().describe('At the last sale. Null if none was ever sold.'),
        }),
      )
      .max(200)
      .describe('The 200 largest.'),
    movements: z
      .array(Movement.extend({ address: z.string().nullable().describe('Of the property.') }))
      .max(50)
      .describe('The 50 newest movements of cash.'),
  }),
});

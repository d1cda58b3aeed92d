import { z } from 'zod';
import { BlockIndex } from '#domains/ledger/contract.ts';
import { accountNotFound } from '#domains/participants/contract.ts';
import { idempotencyMismatch, unavailable } from '#platform/contract/errors.ts';
import { hasTwoDecimals } from '#platform/contract/money.ts';
import { PublicText } from '#platform/contract/public-text.ts';
import { route } from '#platform/contract/route.ts';
import { Sha256Hex } from '#platform/contract/scalars.ts';
import { Call } from './amounts.ts';
import { canHandleCash } from './capabilities.ts';

const tag = 'Share market';

export const recordCash = route({
  method: 'POST',
  path: '/api/nft/cash',
  tag,
  summary: 'Record cash that was paid in',
  description:
    'Records money that an account paid in at the counter to trade with. The reference is that of the ' +
    'receipt. It counts once: a repeated reference returns the same block.',
  access: { may: canHandleCash },
  cost: 'heavy',
  body: z.strictObject({
    username: z.string().min(1).max(64).describe('Who may trade with it.').meta({ example: 'demo-maker' }),
    amount: z
      .number()
      .min(0.01, 'amount must be at least $0.01')
      .max(1_000_000, 'amount must be at most $1,000,000')
      .refine(hasTwoDecimals, 'amount is in dollars with at most two decimals')
      .describe('In dollars with at most two decimals.')
      .meta({ example: 500 }),
    reference: PublicText(80)
      .describe('It becomes part of the ledger, so leave names out.')
      .meta({ example: 'Receipt 2026-118' }),
  }),
  response: Call.extend({ block: z.object({ index: BlockIndex, hash: Sha256Hex }) }),
  errors: [accountNotFound, idempotencyMismatch, unavailable],
});

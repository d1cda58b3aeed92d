import { z } from 'zod';

/** What a block states about a payout. The bank account and its holder are in no block. */
const stated = {
  action: z.string(),
  address: z.string().regex(/^0x[0-9a-f]{40}$/),
  payout: z.string().regex(/^out_[0-9a-z]{20}$/),
  cents: z.int().min(1),
};
const decided = {
  ...stated,
  user: z.string().min(1),
  /** The commitment to the reference of the transfer, or to the reason. Older blocks have none. */
  note: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
};

export const payoutBlockTypes = {
  'market.cash_paid_out': z.strictObject(stated),
  'market.payout_sent': z.strictObject(decided),
  'market.payout_returned': z.strictObject(decided),
};

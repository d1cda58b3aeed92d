import { z } from 'zod';
import { errorKind } from '#platform/contract/errors.ts';
import { CENTS_MAX, hasTwoDecimals } from '#platform/contract/money.ts';

export const cashOwed = errorKind('market.cash_owed', 409, 'Cash is owed');
export const tokenNotFound = errorKind('market.token_not_found', 404, 'Shares not found');

export const Address = z
  .string()
  .regex(/^0x[0-9a-f]{40}$/)
  .meta({ example: '0x8f2a55949038a9610f50fb23b5883af3b4ecb3c3' });
const TransactionHash = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/)
  .meta({ example: `0x${'4f'.repeat(32)}` });

/** The number of a token in decimal digits: the index of the block that issued it. */
export const TokenId = z
  .string()
  .regex(/^(0|[1-9][0-9]{0,14})$/, 'tokenId is the number of a block in decimal digits')
  .meta({ example: '3201' });

/** Dollars with at most two decimals, as the number that JSON writes; exact to the cent. */
export const Dollars = z
  .number()
  .min(0)
  .max(CENTS_MAX / 100)
  .meta({ example: 250 });

/** The rules never cross a book. A crossed one was changed in the database, and has no spread. */
export const SPREAD =
  'The lowest sale minus the highest purchase. Null if either is missing, or if altered records cross the book.';

/** The price of a share in a request: dollars with at most two decimals. Errors name `field`. */
export const PriceOfShare = (field: string) =>
  z
    .number()
    .min(0.01, `${field} must be at least $0.01`)
    .max(1_000_000, `${field} must be at most $1,000,000`)
    .refine(hasTwoDecimals, `${field} is in dollars with at most two decimals`)
    .describe('In dollars with at most two decimals.');

/** The state of a contract call: stored with its block, accepted by the network, final, or refused by the contract. */
export const CallStatus = z.enum(['queued', 'sent', 'confirmed', 'failed']).meta({ id: 'CallStatus' });
export type CallStatus = z.infer<typeof CallStatus>;

/** A contract call made by a block. Its hash is known as soon as the block is. */
export const Call = z.object({
  txHash: TransactionHash,
  txStatus: CallStatus,
  network: z.string().meta({ example: 'Local ledger chain' }),
  isLocal: z.boolean().describe('Whether the network is this installation’s own.'),
});

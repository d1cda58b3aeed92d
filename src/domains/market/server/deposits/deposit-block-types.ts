import { z } from 'zod';
import { PaymentId, PaymentMethod } from '#domains/payments/contract.ts';
import { StatedTransfers } from '#domains/payments/server/index.ts';
import { Cents } from '#platform/contract/money.ts';

const Address = z.string().regex(/^0x[0-9a-f]{40}$/);
const own = { action: z.string(), user: z.string().min(1).optional(), address: Address, payment: PaymentId };

/** The blocks of deposits: how a payment becomes, or stops to be, money of the account with an address. */
export const depositBlockTypes = {
  'market.deposit_opened': z.strictObject({ ...own, method: PaymentMethod, amount_cents: Cents }),
  'market.deposit_completed': z.strictObject({
    ...own,
    method: PaymentMethod,
    amount_cents: Cents,
    /** The part of the amount that the method cost. */
    method_fee_cents: Cents.optional(),
    tx_hash: z.string().nullable(),
    transfers: StatedTransfers,
    /** The line of a bank statement, or the held money, that it was taken from. */
    line: z.string().optional(),
    /** The entry that it takes back, if it makes a deposit count again. */
    reverses: PaymentId.optional(),
    by_hand: z.literal(true).optional(),
  }),
  'market.deposit_failed': z.strictObject({ ...own, method: PaymentMethod, amount_cents: Cents }),
  'market.deposit_reversed': z.strictObject({
    ...own,
    reversal: PaymentId,
    method: PaymentMethod,
    amount_cents: Cents,
    method_fee_cents: Cents.optional(),
    by_hand: z.literal(true).optional(),
  }),
};

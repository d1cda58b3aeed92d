import { z } from 'zod';
import { PaymentId, PaymentMethod } from '#domains/payments/contract.ts';
import { Cents } from '#platform/contract/money.ts';
import { StatedTransfers } from '../digital/paid-transfers.ts';

/** Returns the block types of payments for one subject each: opened, completed, closed and taken back. */
export function oneSubjectBlockTypes(action: string, field: string, subject: z.ZodType): Record<string, z.ZodType> {
  const own = { action: z.string(), user: z.string().min(1).optional(), [field]: subject, payment: PaymentId };
  const announced = z.strictObject({ ...own, method: PaymentMethod, amount_cents: Cents });
  return {
    [`${action}_opened`]: announced,
    [`${action}_completed`]: z.strictObject({
      ...own,
      method: PaymentMethod,
      amount_cents: Cents,
      /** The part of the amount that the method cost. */
      method_fee_cents: Cents.optional(),
      tx_hash: z.string().nullable(),
      transfers: StatedTransfers,
      /** The line of a bank statement, or the held money, that it was taken from. */
      line: z.string().optional(),
      /** The entry that it takes back, if it makes a payment count again. */
      reverses: PaymentId.optional(),
      by_hand: z.literal(true).optional(),
    }),
    [`${action}_failed`]: announced,
    [`${action}_reversed`]: z.strictObject({
      ...own,
      reversal: PaymentId,
      method: PaymentMethod,
      amount_cents: Cents,
      method_fee_cents: Cents.optional(),
      by_hand: z.literal(true).optional(),
    }),
  };
}

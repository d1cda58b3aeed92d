import { z } from 'zod';

/** The search parameters of the page that pays a bill by its number, or shows a payment. */
export const PayBillSearch = z.object({
  bill: z.string().max(40).optional().catch(undefined),
  payment: z.string().max(40).optional().catch(undefined),
  /** The reference of a payment in USDC or ETH that was opened here. */
  reference: z
    .string()
    .regex(/^0x[0-9a-f]{64}$/)
    .optional()
    .catch(undefined),
});

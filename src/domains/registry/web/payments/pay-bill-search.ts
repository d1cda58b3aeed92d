import { z } from 'zod';

/** The search parameters of the page that pays a bill by its number, or shows a payment. */
export const PayBillSearch = z.object({
  bill: z.string().max(40).optional().catch(undefined),
  payment: z.string().max(40).optional().catch(undefined),
});

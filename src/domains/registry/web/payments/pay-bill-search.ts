import { z } from 'zod';

/** The search parameters of the page that pays a bill by its number. */
export const PayBillSearch = z.object({ bill: z.string().max(40).optional().catch(undefined) });

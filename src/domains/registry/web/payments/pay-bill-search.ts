import { z } from 'zod';

const text = z.string().max(66).optional().catch(undefined);

/**
 * The search parameters of the page that pays a bill by its number, or shows a payment. `reference` is that of a payment in USDC or
 * ETH that was opened here.
 */
export const PayBillSearch = z.object({ bill: text, payment: text, reference: text });

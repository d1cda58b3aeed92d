import { z } from 'zod';

/** Room for fifty numbers. */
const numbers = z.string().max(1300).optional().catch(undefined);
const text = z.string().max(66).optional().catch(undefined);

/**
 * The search parameters of the page that pays a bill by its number, or shows a payment. `bill` may be several
 * numbers, separated by commas. `reference` is that of a payment in USDC or
 * ETH that was opened here.
 */
export const PayBillSearch = z.object({ bill: numbers, payment: text, reference: text });

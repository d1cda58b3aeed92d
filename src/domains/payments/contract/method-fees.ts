import { z } from 'zod';
import { paymentMethods } from './payment-words.ts';

/** What a method costs on top of the amount: a fixed part in cents, and hundredths of a percent of the amount. */
export const MethodFees = z.object({ fixedCents: z.int().min(0), basisPoints: z.int().min(0).max(10_000) });
export type MethodFees = z.infer<typeof MethodFees>;

/** The highest fees that can be set: $50 and 10 %. Without a limit, a typo would be charged to every payer. */
const FIXED_CENTS_MAX = 5000;
const BASIS_POINTS_MAX = 1000;

const SetFees = z.strictObject({
  fixedCents: z.int().min(0).max(FIXED_CENTS_MAX).meta({ example: 0 }),
  basisPoints: z.int().min(0).max(BASIS_POINTS_MAX).meta({ example: 235 }),
});

/** The fees of all methods. */
export const FeesByMethod = z
  .strictObject(Object.fromEntries(paymentMethods.map((method) => [method, SetFees])) as Record<Method, typeof SetFees>)
  .meta({ id: 'FeesByMethod' });
export type FeesByMethod = z.infer<typeof FeesByMethod>;
type Method = (typeof paymentMethods)[number];

/** Returns the fee of an amount in whole cents. Half a cent is rounded up. Both are exact below 2^53. */
export const feeOf = ({ fixedCents, basisPoints }: MethodFees, cents: number): number =>
  fixedCents + Math.floor((cents * basisPoints + 5000) / 10_000);

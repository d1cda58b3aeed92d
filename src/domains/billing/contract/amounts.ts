import { z } from 'zod';
import { hasTwoDecimals } from '#platform/contract/money.ts';

/** Dollars with at most two decimals, as the number that JSON writes; exact to the cent. Negative for a deduction. */
export const Dollars = z.number().meta({ example: 155 });

/** Whole cents as dollars on the wire. */
export const dollarsOf = (cents: number): number => cents / 100;

/** An amount in a request: dollars with at most two decimals. Errors name `field`. */
export const DollarsIn = (field: string, max: number) =>
  z
    .number(`${field} must be a number of dollars`)
    .min(0.01, `${field} must be at least $0.01`)
    .max(max, `${field} must be at most $${max.toLocaleString('en-US')}`)
    .refine(hasTwoDecimals, `${field} is in dollars with at most two decimals`)
    .describe('In dollars with at most two decimals.')
    .meta({ example: 25 });

/** An amount in a request that the caller was shown, in dollars; 0 for none. Errors name `field`. */
export const ShownDollars = (field: string) =>
  z
    .number(`${field} must be a number of dollars`)
    .min(0, `${field} must be 0 or more`)
    .max(100_000_000, `${field} must be at most $100,000,000`)
    .meta({ example: 155 });

import { z } from 'zod';

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
    // Tolerates the error of binary fractions: 0.29 × 100 is 28.999999999999996.
    .refine(
      (dollars) => Math.abs(dollars * 100 - Math.round(dollars * 100)) < 1e-6,
      `${field} is in dollars with at most two decimals`,
    )
    .describe('In dollars with at most two decimals.')
    .meta({ example: 25 });

import { z } from 'zod';
import { formatCents } from '#platform/contract/money.ts';

/** Dollars as people type them, with or without commas and a dollar sign. Becomes cents. */
export const Dollars = z
  .string()
  .trim()
  .refine((text) => !/^\$?\s*[\d,]+\.\d{3,}$/.test(text), {
    message: 'A cent is the smallest amount: enter at most two decimals, such as 120.50',
    abort: true,
  })
  .regex(/^\$?\s*(\d{1,3}(,\d{3})*|\d{1,10})(\.\d{1,2})?$/, 'Enter an amount in dollars, such as 120.50')
  .transform((text) => Math.round(Number(text.replaceAll(/[$,\s]/g, '')) * 100));

/** Returns the cents of an amount that the API states in dollars with at most two decimals. */
export const centsOf = (dollars: number): number => Math.round(dollars * 100);

/** Formats an amount that the API states in dollars: $1,250.00. */
export const formatDollars = (dollars: number): string => formatCents(centsOf(dollars));

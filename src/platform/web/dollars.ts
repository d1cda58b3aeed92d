import { z } from 'zod';

/** Dollars as people type them, with or without commas and a dollar sign. Becomes cents. */
export const Dollars = z
  .string()
  .trim()
  .regex(/^\$?\s*(\d{1,3}(,\d{3})*|\d{1,10})(\.\d{1,2})?$/, 'Enter an amount in dollars, such as 120.50')
  .transform((text) => Math.round(Number(text.replaceAll(/[$,\s]/g, '')) * 100));

import { z } from 'zod';

/** A year as people type it. */
export const Year = z
  .string()
  .trim()
  .regex(/^\d{4}$/, 'A year, such as 2027')
  .transform(Number);

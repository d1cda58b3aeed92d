import { z } from 'zod';
import { PaymentId } from '#domains/payments/contract.ts';
import { Instant } from '#platform/contract/scalars.ts';

/** The maximum number of announced transfers that are taken into account, oldest first. */
export const ANNOUNCED_MAX = 100;

/** Announced bank transfers that have not arrived. */
export const Announced = z
  .object({
    cents: z
      .int()
      .min(0)
      .describe('What they would pay on these bills if all of them arrived now, oldest first, in cents.'),
    formatted: z.string(),
    transfers: z
      .array(
        z.object({
          id: PaymentId,
          amountFormatted: z.string(),
          reference: z.string().nullable(),
          timestamp: Instant,
          properties: z.int().describe('The number of properties that it is for.'),
        }),
      )
      .max(ANNOUNCED_MAX)
      .describe('Oldest first.'),
  })
  .meta({ id: 'Announced' });
export type Announced = z.infer<typeof Announced>;

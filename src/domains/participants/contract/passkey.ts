import { z } from 'zod';
import { Instant } from '#platform/contract/scalars.ts';

export const Passkey = z
  .object({
    id: z.uuid(),
    name: z.string(),
    createdAt: Instant,
    lastUsedAt: Instant.optional(),
  })
  .meta({ id: 'Passkey' });
export type Passkey = z.infer<typeof Passkey>;

import { z } from 'zod';
import { BlockIndex } from '#domains/ledger/contract.ts';
import { FeesByMethod } from '#domains/payments/contract.ts';
import { idempotencyMismatch, unavailable } from '#platform/contract/errors.ts';
import { route } from '#platform/contract/route.ts';
import { Instant } from '#platform/contract/scalars.ts';
import { canRunRegistry } from './capabilities.ts';

/** The maximum number of listed versions. Earlier versions are in their blocks. */
export const FEES_VERSIONS_MAX = 50;

export const listMethodFees = route({
  method: 'GET',
  path: '/api/detroit/payment-fees',
  tag: 'Property tax',
  summary: 'List the fees of the payment methods',
  description: 'Newest version first. Before the first version, no method has a fee.',
  access: 'public',
  response: z.object({
    versions: z.array(z.object({ blockIndex: BlockIndex, setAt: Instant, fees: FeesByMethod })).max(FEES_VERSIONS_MAX),
  }),
});

export const setMethodFees = route({
  method: 'POST',
  path: '/api/detroit/payment-fees',
  tag: 'Property tax',
  summary: 'Set the fees of the payment methods',
  description:
    'They apply to payments opened from now on; earlier payments stay as they are. A fee is charged on top of the amount. ' +
    'A shortfall reduces the fee first. A refund returns the fee last.',
  access: { may: canRunRegistry },
  idempotent: true,
  body: FeesByMethod,
  response: z.object({ blockIndex: BlockIndex }),
  errors: [idempotencyMismatch, unavailable],
});

export const methodFeesRoutes = [listMethodFees, setMethodFees] as const;

import { z } from 'zod';
import { BlockIndex } from '#domains/ledger/contract.ts';
import { idempotencyMismatch, unavailable } from '#platform/contract/errors.ts';
import { Cents } from '#platform/contract/money.ts';
import { Reason } from '#platform/contract/public-text.ts';
import { route } from '#platform/contract/route.ts';
import { BillNumber } from './bill-number.ts';
import { canRunRegistry } from './capabilities.ts';
import { billNotFound } from './taxes.ts';

export const waiveCharges = route({
  method: 'POST',
  path: '/api/detroit/bills/{billNumber}/waivers',
  tag: 'Property tax',
  summary: 'Waive penalties and interest',
  description:
    'Gives up open penalties and interest of a bill, including late charges by now. The waiver is a new line; the charged lines stay. The ' +
    'tax itself cannot be waived, and what stays open bears interest as before. With `preview` it records nothing.',
  access: { may: canRunRegistry },
  idempotent: true,
  params: z.object({ billNumber: BillNumber }),
  body: z.strictObject({
    penalty: Cents.default(0).describe('At most the open penalties.').meta({ example: 1500 }),
    interest: Cents.default(0).describe('At most the open interest.').meta({ example: 420 }),
    reason: Reason(1000).describe('For the owners. It is on no block.'),
    preview: z.boolean().default(false).describe('Whether to only return what would stay open.'),
  }),
  response: z.object({
    penaltyCents: Cents,
    interestCents: Cents,
    openCents: Cents.describe('What stays open on the bill.'),
    blockIndex: BlockIndex.nullable().describe('Null in a preview.'),
  }),
  errors: [billNotFound, idempotencyMismatch, unavailable],
});

/** Exported to the contract as one list, like those of other files. */
export const waiverRoutes = [waiveCharges] as const;

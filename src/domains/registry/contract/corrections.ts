import { z } from 'zod';
import { BlockIndex } from '#domains/ledger/contract.ts';
import { errorKind, idempotencyMismatch, unavailable } from '#platform/contract/errors.ts';
import { Cents } from '#platform/contract/money.ts';
import { PublicText, Reason } from '#platform/contract/public-text.ts';
import { route } from '#platform/contract/route.ts';
import { Instant } from '#platform/contract/scalars.ts';
import { ParcelPlan, propertyRetired } from './administration.ts';
import { Appeal } from './appeals.ts';
import { BillNumber } from './bill-number.ts';
import { canOpenPortal, canRunRegistry } from './capabilities.ts';
import { EXEMPTIONS_MAX, Exemption } from './exemptions.ts';
import { PropertyId, propertyNotFound } from './properties.ts';
import { billNotFound, ratesMissing } from './taxes.ts';

export const nothingToCorrect = errorKind('registry.nothing_to_correct', 409, 'Nothing to correct');

const { propertyId: _, geometry, lotSquareFeet, yearBuilt, ...facts } = ParcelPlan.shape;

export const correctProperty = route({
  method: 'POST',
  path: '/api/detroit/properties/{id}/corrections',
  tag: 'Registry',
  summary: 'Correct the facts of a property',
  description: 'Only the given facts change. The earlier ones stay on the ledger, and the reason is public.',
  access: { may: canRunRegistry },
  idempotent: true,
  params: z.object({ id: PropertyId }),
  body: z.strictObject({
    address: facts.address.optional(),
    neighborhood: facts.neighborhood.optional(),
    propertyType: facts.propertyType.optional(),
    squareFootage: facts.squareFootage.optional(),
    lotSquareFeet: lotSquareFeet.unwrap().optional(),
    yearBuilt: yearBuilt.unwrap().optional(),
    geometry,
    reason: PublicText(500).meta({ example: 'Surveyed again' }),
  }),
  response: z.object({ blockIndex: BlockIndex }),
  errors: [propertyNotFound, propertyRetired, nothingToCorrect, idempotencyMismatch, unavailable],
});

export const correctBill = route({
  method: 'POST',
  path: '/api/detroit/bills/{billNumber}/corrections',
  tag: 'Property tax',
  summary: 'Correct a bill',
  description:
    'Recomputes the tax by current data: the assessment, the exemptions, the use and the rates of its year. The difference is ' +
    'a new line. Any amount paid beyond the new tax becomes credit; additional tax is due in 30 days at the earliest. With `preview` it ' +
    'records nothing. Penalties and interest that were charged stay.',
  access: { may: canRunRegistry },
  idempotent: true,
  params: z.object({ billNumber: BillNumber }),
  body: z.strictObject({
    reason: Reason(1000).describe('For the owners. It is on no block.'),
    preview: z.boolean().default(false),
  }),
  response: z.object({
    beforeCents: Cents,
    afterCents: Cents,
    creditCents: Cents.describe('The amount that was paid beyond the new tax.'),
    explanation: z.string(),
    blockIndex: BlockIndex.nullable().describe('Null in a preview.'),
  }),
  errors: [billNotFound, ratesMissing, nothingToCorrect, propertyRetired, idempotencyMismatch, unavailable],
});

/** Returns what the owners and the government see of the tax on a property, in addition to its bills. */
export const readTaxFile = route({
  method: 'GET',
  path: '/api/detroit/properties/{id}/tax-file',
  tag: 'Property tax',
  summary: 'Read the exemptions and appeals of a property',
  description: 'For its owners and the government: with kinds, statements and reasons.',
  access: { may: canOpenPortal },
  params: z.object({ id: PropertyId }),
  response: z.object({
    exemptions: z.array(Exemption).max(EXEMPTIONS_MAX).describe('Newest first.'),
    appeals: z.array(Appeal).max(200).describe('Newest first.'),
    appealable: z
      .object({ year: z.int(), assessedCents: Cents, until: Instant })
      .nullable()
      .describe('The newest assessment, while it can be appealed.'),
  }),
  errors: [propertyNotFound],
});

import { z } from 'zod';
import { BlockIndex } from '#domains/ledger/contract.ts';
import { errorKind, idempotencyMismatch, unavailable } from '#platform/contract/errors.ts';
import { Cents } from '#platform/contract/money.ts';
import { Reason } from '#platform/contract/public-text.ts';
import { route } from '#platform/contract/route.ts';
import { propertyRetired } from './administration.ts';
import { canRunRegistry } from './capabilities.ts';
import { ExemptBasisPoints, ExemptionKind } from './exemption-rules.ts';
import { PropertyId, propertyNotFound } from './properties.ts';
import { TaxYear } from './taxes.ts';

export const exemptionNotFound = errorKind('registry.exemption_not_found', 404, 'Exemption not found');
export const exemptionRefused = errorKind('registry.exemption_refused', 409, 'Exemption not possible');

/** The maximum number of exemptions of a property, past ones included. */
export const EXEMPTIONS_MAX = 100;

const ExemptionReason = Reason(500)
  .describe('For the owners and the government. It is on no block.')
  .meta({ example: 'Principal residence since March' });

export const grantExemption = route({
  method: 'POST',
  path: '/api/detroit/properties/{id}/exemptions',
  tag: 'Property tax',
  summary: 'Grant an exemption',
  description:
    'Reduces the taxable value from `fromYear` on, by what the newest rates up to that year give for the kind. The block ' +
    'commits to kind and amount, and states neither. Levied bills stay: correct them if it applies to them too.',
  access: { may: canRunRegistry },
  idempotent: true,
  params: z.object({ id: PropertyId }),
  body: z
    .strictObject({
      kind: ExemptionKind,
      fromYear: TaxYear,
      toYear: TaxYear.nullable().default(null).describe('The last tax year; null for an open end.'),
      reason: ExemptionReason,
    })
    .refine(({ fromYear, toYear }) => toYear === null || toYear >= fromYear, {
      error: 'toYear must not be before fromYear',
      path: ['toYear'],
    }),
  response: z.object({ exemptionId: z.uuid(), blockIndex: BlockIndex }),
  errors: [propertyNotFound, propertyRetired, exemptionRefused, idempotencyMismatch, unavailable],
});

export const endExemption = route({
  method: 'POST',
  path: '/api/detroit/exemptions/{exemptionId}/end',
  tag: 'Property tax',
  summary: 'End an exemption',
  description:
    'Names the last tax year for which it applies; the year before its first if it never should have. Levied bills stay: ' +
    'correct them if it no longer applies to them.',
  access: { may: canRunRegistry },
  idempotent: true,
  params: z.object({ exemptionId: z.uuid() }),
  body: z.strictObject({ lastYear: TaxYear, reason: ExemptionReason }),
  response: z.object({ exemptionId: z.uuid(), blockIndex: BlockIndex }),
  errors: [exemptionNotFound, exemptionRefused, propertyRetired, idempotencyMismatch, unavailable],
});

/** An exemption as its owners and the government see it. Without a kind it was granted to an earlier owner. */
export const Exemption = z.object({
  exemptionId: z.uuid(),
  kind: ExemptionKind.nullable(),
  cents: Cents.nullable(),
  basisPoints: ExemptBasisPoints.nullable(),
  fromYear: TaxYear,
  toYear: z.int().nullable(),
  reason: z.string().nullable(),
  endReason: z.string().nullable(),
  grantedIndex: BlockIndex,
  endedIndex: BlockIndex.nullable(),
});
export type Exemption = z.infer<typeof Exemption>;

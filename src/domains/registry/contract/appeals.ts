import { z } from 'zod';
import { BlockIndex } from '#domains/ledger/contract.ts';
import { errorKind, idempotencyMismatch, unavailable } from '#platform/contract/errors.ts';
import { Cents } from '#platform/contract/money.ts';
import { PageNumber, Pagination, pageSize } from '#platform/contract/pagination.ts';
import { Reason } from '#platform/contract/public-text.ts';
import { route } from '#platform/contract/route.ts';
import { Instant, Sha256Hex } from '#platform/contract/scalars.ts';
import { propertyRetired } from './administration.ts';
import { canAppeal, canRunRegistry } from './capabilities.ts';
import { AppealState, PropertyId, propertyNotFound } from './properties.ts';
import { TaxYear } from './taxes.ts';

export const appealNotFound = errorKind('registry.appeal_not_found', 404, 'Appeal not found');
export const appealRefused = errorKind('registry.appeal_refused', 409, 'Appeal not possible');
export const appealDecided = errorKind('registry.appeal_decided', 409, 'Appeal is decided');

/** The maximum number of appeals against the assessments of a year, so that appeals cannot flood the chain. */
export const APPEALS_A_YEAR_MAX = 5;

/** An appeal as its owners and the government see it. */
export const Appeal = z
  .object({
    appealId: z.uuid(),
    propertyId: PropertyId,
    year: z.int(),
    state: AppealState,
    assessmentIndex: BlockIndex.describe('The block of the assessment that it is against.'),
    requestedCents: Cents,
    statement: z.string().nullable().describe('Null once the owner was erased.'),
    documents: z.array(Sha256Hex).max(10),
    filedAt: Instant,
    filedIndex: BlockIndex,
    decidedAt: Instant.nullable(),
    decidedIndex: BlockIndex.nullable(),
    decidedCents: Cents.nullable(),
    reason: z.string().nullable(),
  })
  .meta({ id: 'Appeal' });
export type Appeal = z.infer<typeof Appeal>;

const one = z.object({ appealId: z.uuid() });
const recorded = z.object({ appealId: z.uuid(), blockIndex: BlockIndex });

export const fileAppeal = route({
  method: 'POST',
  path: '/api/detroit/properties/{id}/appeals',
  tag: 'Property tax',
  summary: 'Appeal an assessment',
  description:
    'For an owner, within the days after the assessment that the rates set. Only one appeal per year can be open. The block ' +
    'states the requested value and the hashes of documents; the statement is for the city only.',
  access: { may: canAppeal },
  idempotent: true,
  params: z.object({ id: PropertyId }),
  body: z.strictObject({
    year: TaxYear,
    value: Cents.describe('The value that the owner requests, in cents.'),
    statement: z.string().trim().min(1).max(4000).meta({ example: 'The garage was taken down in March.' }),
    documents: z.array(Sha256Hex).max(10).default([]).describe('The SHA-256 of documents that support it.'),
  }),
  response: recorded,
  errors: [propertyNotFound, propertyRetired, appealRefused, idempotencyMismatch, unavailable],
});

export const withdrawAppeal = route({
  method: 'POST',
  path: '/api/detroit/appeals/{appealId}/withdraw',
  tag: 'Property tax',
  summary: 'Withdraw an appeal',
  description: 'By the account that filed it, before it is decided.',
  access: { may: canAppeal },
  idempotent: true,
  params: one,
  response: recorded,
  errors: [appealNotFound, appealDecided, idempotencyMismatch, unavailable],
});

export const decideAppeal = route({
  method: 'POST',
  path: '/api/detroit/appeals/{appealId}/decision',
  tag: 'Property tax',
  summary: 'Decide an appeal',
  description:
    'Granting it records a new assessment and corrects the bills that were levied by the earlier one, in the same block. Any amount ' +
    'paid beyond the new tax becomes credit.',
  access: { may: canRunRegistry },
  idempotent: true,
  params: one,
  body: z
    .strictObject({
      outcome: z.enum(['denied', 'granted']),
      land: Cents.optional().describe('The new value of the land, if it is granted.'),
      building: Cents.optional().describe('The new value of the building, if it is granted.'),
      reason: Reason(1000).describe('For the owners. It is on no block.'),
    })
    .refine(({ outcome, land }) => (outcome === 'granted') === (land !== undefined), {
      error: 'land is given if the appeal is granted, and only then',
      path: ['land'],
    })
    .refine(({ outcome, building }) => (outcome === 'granted') === (building !== undefined), {
      error: 'building is given if the appeal is granted, and only then',
      path: ['building'],
    })
    .meta({ example: { outcome: 'denied', reason: 'Comparable houses sold for more.' } }),
  response: recorded,
  errors: [appealNotFound, appealDecided, appealRefused, propertyRetired, idempotencyMismatch, unavailable],
});

export const listAppeals = route({
  method: 'GET',
  path: '/api/detroit/appeals',
  tag: 'Property tax',
  summary: 'List appeals',
  description: 'The open ones oldest first, the others newest first.',
  access: { may: canRunRegistry },
  query: z.strictObject({ state: AppealState.default('open'), page: PageNumber, limit: pageSize(25, 100) }),
  response: z.object({
    appeals: z.array(
      Appeal.extend({
        address: z.string(),
        assessedCents: Cents.describe('The value in the assessment that it is against.'),
      }),
    ),
    pagination: Pagination,
  }),
});

import { z } from 'zod';
import { errorKind } from '#platform/contract/errors.ts';
import { Cents } from '#platform/contract/money.ts';
import { PageNumber, Pagination, pageSize } from '#platform/contract/pagination.ts';
import { route } from '#platform/contract/route.ts';
import { Instant, Sha256Hex } from '#platform/contract/scalars.ts';
import { canOpenPortal } from './capabilities.ts';
import { Property, PropertyId } from './properties.ts';

export const residentNotFound = errorKind('registry.resident_not_found', 404, 'Resident not found');

/** The maximum number of properties in one answer. */
export const RESIDENT_PROPERTIES_MAX = 500;

export const residentProperties = route({
  method: 'GET',
  path: '/api/participants/{id}/properties',
  tag: 'Registry',
  summary: 'Read the properties of a resident',
  description:
    `Residents read their own properties; a government account reads those of anyone. The totals count all; a page lists at most ` +
    `${RESIDENT_PROPERTIES_MAX} properties, by their id, or only the one with the id \`property\` if the resident owns a part of it.`,
  access: { may: canOpenPortal },
  params: z.object({ id: z.string().min(1).max(64).describe('The id or username of an account.') }),
  query: z.strictObject({
    page: PageNumber,
    limit: pageSize(RESIDENT_PROPERTIES_MAX, RESIDENT_PROPERTIES_MAX),
    property: PropertyId.optional(),
  }),
  response: z.object({
    properties: z.array(Property).max(RESIDENT_PROPERTIES_MAX),
    pagination: Pagination,
    totalProperties: z.int().min(0),
    totalOwnerships: z.int().min(0),
    totalTaxOwed: Cents.describe('On all of them, listed or not.'),
    totalAssessedValue: Cents.describe('Of the owned fractions, each rounded down.'),
    propertiesOwing: z.int().min(0).describe('The number of them with tax owed.'),
    ownerships: z.array(
      z.object({
        id: z.string().describe('The pseudonym of the owner in this property.'),
        propertyId: PropertyId,
        fraction: z.number().min(0).max(1).describe('The owned part, such as 0.5.'),
        shares: z.object({ numerator: z.int().min(1), denominator: z.int().min(1) }),
        acquiredAt: Instant,
        transferTx: Sha256Hex.nullable().describe(
          'The hash of the block that transferred the title; null if it was removed.',
        ),
      }),
    ),
  }),
  errors: [residentNotFound],
});

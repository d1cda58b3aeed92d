import { z } from 'zod';
import { BlockIndex } from '#domains/ledger/contract.ts';
import { errorKind } from '#platform/contract/errors.ts';
import { Cents } from '#platform/contract/money.ts';
import { PageNumber, Pagination, pageSize } from '#platform/contract/pagination.ts';
import { route } from '#platform/contract/route.ts';
import { Instant, Sha256Hex } from '#platform/contract/scalars.ts';
import { Geometry } from './geometry.ts';
import { appealStates, propertyStatuses, propertyTypes, sortableFields } from './property-words.ts';

export const PropertyType = z.enum(propertyTypes).meta({ id: 'PropertyType' });
export type PropertyType = z.infer<typeof PropertyType>;

/** A parcel number: 2 to 32 capital letters, digits, dots and hyphens. */
export const PropertyId = z
  .string()
  .regex(/^[A-Z0-9][A-Z0-9.-]{1,31}$/, 'A property id has 2 to 32 capital letters, digits, dots and hyphens')
  .meta({ id: 'PropertyId', example: 'HB-0412-017' });

export const PropertyStatus = z.enum(propertyStatuses).meta({ id: 'PropertyStatus' });
export type PropertyStatus = z.infer<typeof PropertyStatus>;

export const Property = z
  .object({
    id: z.string(),
    propertyId: PropertyId,
    address: z.string(),
    status: PropertyStatus,
    assessedValue: Cents.describe('The newest assessed value in cents.'),
    assessedValueFormatted: z.string(),
    taxOwed: Cents.describe('The amount owed now in cents, with interest and fees.'),
    taxOwedFormatted: z.string(),
    metadata: z.object({ neighborhood: z.string(), squareFootage: z.int(), propertyType: PropertyType }),
  })
  .meta({ id: 'Property' });
export type Property = z.infer<typeof Property>;

export const propertyNotFound = errorKind('registry.property_not_found', 404, 'Property not found');

export const listProperties = route({
  method: 'GET',
  path: '/api/detroit/properties',
  tag: 'Registry',
  summary: 'Search properties',
  description:
    'Each word of `search` matches the beginning of a word of the id, the address or the neighborhood. Only active properties, which ' +
    'the totals count, unless `status` is given.',
  access: 'public',
  cost: 'search',
  query: z.strictObject({
    search: z.string().trim().max(200).optional(),
    neighborhood: z.string().trim().max(80).optional(),
    propertyType: PropertyType.optional(),
    status: z
      .enum([...propertyStatuses, 'all'])
      .default('active')
      .describe('Retired ones were split or merged.'),
    owed: z.enum(['yes', 'no']).optional().describe('Whether tax is owed on it.'),
    sortBy: z.enum(sortableFields).default('address'),
    sortOrder: z.enum(['asc', 'desc']).default('asc'),
    page: PageNumber,
    limit: pageSize(25, 200),
  }),
  response: z.object({ properties: z.array(Property), pagination: Pagination }),
});

export const listNeighborhoods = route({
  method: 'GET',
  path: '/api/detroit/neighborhoods',
  tag: 'Registry',
  summary: 'List the neighborhoods with their number of properties',
  access: 'public',
  response: z.object({
    neighborhoods: z.array(z.object({ neighborhood: z.string(), properties: z.int().min(0) })).max(500),
  }),
});

/** An owner under the pseudonym on the chain; `city` is the municipality. */
export const Ownership = z.object({
  holder: z.string(),
  fraction: z.object({ numerator: z.int().min(1), denominator: z.int().min(1) }),
  acquiredAt: Instant,
  blockIndex: BlockIndex,
});
export type Ownership = z.infer<typeof Ownership>;

const AssessedValue = z.object({ land: Cents, building: Cents, total: Cents, blockIndex: BlockIndex });

export const Assessment = AssessedValue.extend({
  year: z.int(),
  reason: z.string().nullable().describe('Why it corrects an earlier one of the year.'),
  corrects: z.array(AssessedValue).max(100).describe('Earlier assessments of the year, newest first.'),
});
export type Assessment = z.infer<typeof Assessment>;

/** One entry of a title's history: a block that concerns the property, in plain words. */
export const TitleEntry = z.object({
  action: z.string(),
  summary: z.string(),
  recordedAt: Instant,
  block: z.object({ index: BlockIndex, hash: Sha256Hex }),
  correctedBy: BlockIndex.nullable().describe('The block that corrects what this one states.'),
});
export type TitleEntry = z.infer<typeof TitleEntry>;

export const PropertyDocument = z.object({ title: z.string(), sha256: Sha256Hex, blockIndex: BlockIndex });

export const AppealState = z.enum(appealStates).meta({ id: 'AppealState' });
export type AppealState = z.infer<typeof AppealState>;

/** The public part of an exemption: its existence and years. Its amount would reveal its kind. */
export const PublicExemption = z.object({
  exemptionId: z.uuid(),
  fromYear: z.int(),
  toYear: z.int().nullable().describe('The last tax year; null while it is open.'),
  blockIndex: BlockIndex,
});

/** The public part of an appeal: the assessment that it is against, and its outcome. */
export const PublicAppeal = z.object({
  appealId: z.uuid(),
  year: z.int(),
  state: AppealState,
  requestedCents: Cents,
  decidedCents: Cents.nullable(),
  filedAt: Instant,
  filedIndex: BlockIndex,
  decidedIndex: BlockIndex.nullable(),
});

/** The maximum number of title entries. Longer histories show their newest entries. */
export const TITLE_ENTRIES_MAX = 200;

/** The maximum number of documents that a property lists. */
export const DOCUMENTS_LISTED_MAX = 200;

export const readProperty = route({
  method: 'GET',
  path: '/api/detroit/properties/{id}',
  tag: 'Registry',
  summary: 'Read a property with its title, assessments and documents',
  access: 'public',
  params: z.object({ id: PropertyId }),
  response: Property.extend({
    lotSquareFeet: z.int().min(0),
    yearBuilt: z.int().nullable(),
    geometry: Geometry.nullable(),
    owners: z.array(Ownership),
    assessments: z.array(Assessment).describe('The assessment in effect for each year, newest first.'),
    exemptions: z.array(PublicExemption).max(100).describe('Newest first.'),
    appeals: z.array(PublicAppeal).max(200).describe('Newest first.'),
    documents: z.array(PropertyDocument).max(DOCUMENTS_LISTED_MAX).describe('The newest first.'),
    documentCount: z.int().min(0).describe('All recorded documents, also those that are not listed here.'),
    title: z.array(TitleEntry).max(TITLE_ENTRIES_MAX).describe('Newest first.'),
    titleLength: z.int().min(0),
    replaces: z.array(PropertyId).describe('The properties from which it was split or merged.'),
    replacedBy: z.array(PropertyId).describe('The properties into which it was split or merged.'),
  }),
  errors: [propertyNotFound],
});

export const listDocuments = route({
  method: 'GET',
  path: '/api/detroit/properties/{id}/documents',
  tag: 'Registry',
  summary: 'List the recorded documents of a property',
  description: 'Newest first. With `sha256`, only the document with this hash, if it is recorded.',
  access: 'public',
  params: z.object({ id: PropertyId }),
  query: z.strictObject({ page: PageNumber, limit: pageSize(50, 200), sha256: Sha256Hex.optional() }),
  response: z.object({ documents: z.array(PropertyDocument), pagination: Pagination }),
  errors: [propertyNotFound],
});

import { z } from 'zod';
import { errorKind } from '#platform/contract/errors.ts';
import { PageNumber, Pagination, pageSize } from '#platform/contract/pagination.ts';
import { route } from '#platform/contract/route.ts';
import { Instant, requiredText } from '#platform/contract/scalars.ts';

export const assetStatuses = ['manufactured', 'shipped', 'delivered', 'in transit'] as const;
export const AssetStatus = z.enum([...assetStatuses, 'unknown']).meta({ id: 'AssetStatus' });
export type AssetStatus = z.infer<typeof AssetStatus>;

export const assetCategories = ['Electronics', 'IoT', 'Food', 'Pharma', 'Luxury'] as const;

/** An id as the business writes it: `PRD-2024-001`, a URN or a GS1 Digital Link. Printable, no blanks at its ends. */
export const AssetId = requiredText('Asset ID is required')
  .trim()
  .min(1, 'Asset ID is required')
  .max(200, 'Asset ID must be at most 200 characters')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
  .regex(/^[^\u0000-\u001f\u007f]+$/u, 'Asset ID must not contain control characters')
  .meta({ id: 'AssetId', example: 'PRD-2024-001' });

export const Asset = z
  .object({
    id: z.string(),
    assetId: z.string(),
    name: z.string(),
    currentStatus: AssetStatus,
    category: z.string().optional(),
    currentLocation: z.string().optional(),
    batch: z.string().optional(),
    createdAt: Instant,
    updatedAt: Instant,
    eventCount: z.int().min(0),
    custodian: z.string().optional().describe('Username of the participant who handled it last.'),
    anomalyCount: z.int().min(0),
  })
  .meta({ id: 'Asset' });
export type Asset = z.infer<typeof Asset>;

export const assetNotFound = errorKind('trace.asset_not_found', 404, 'No such asset');

const assetFilters = {
  search: z.string().trim().max(200).optional(),
  category: z.string().trim().max(100).optional(),
  status: AssetStatus.optional(),
  batch: z.string().trim().max(200).optional(),
};

export const sortableAssetFields = ['createdAt', 'updatedAt', 'name', 'currentStatus'] as const;

/** How the list is read unless asked otherwise, by the API and on the page alike. */
export const assetListDefaults = { sortBy: 'createdAt', sortOrder: 'desc', page: 1, limit: 10 } as const;

export const listAssets = route({
  method: 'GET',
  path: '/api/assets',
  tag: 'Assets',
  summary: 'Search assets',
  description:
    '`search` finds any part of name, id or location, without case. A total beyond 1,000 may be an estimate; ' +
    '`pagination.totalIsEstimate` says so.',
  access: 'public',
  query: z.strictObject({
    ...assetFilters,
    sortBy: z.enum(sortableAssetFields).default(assetListDefaults.sortBy),
    sortOrder: z.enum(['asc', 'desc']).default(assetListDefaults.sortOrder),
    page: PageNumber,
    limit: pageSize(assetListDefaults.limit, 100),
  }),
  response: z.object({ assets: z.array(Asset), pagination: Pagination, total_count: z.int() }),
});

/** A value that assets have, and how many have it. `atLeast` is true where counting ended before the assets did. */
export const FacetCount = z
  .object({ value: z.string(), count: z.int().min(0), atLeast: z.boolean() })
  .meta({ id: 'FacetCount' });
export type FacetCount = z.infer<typeof FacetCount>;

/** Beyond so many, a facet says "at least". */
export const FACET_COUNT_MAX = 1000;
export const FACET_BATCHES_MAX = 20;

export const assetFacets = route({
  method: 'GET',
  path: '/api/assets/facets',
  tag: 'Assets',
  summary: 'Count assets by category, status and batch',
  description:
    'Each facet counts the assets that match all the other filters. A count beyond 1,000, or one that would need a longer ' +
    'look than a search may take, is a lower bound and says so with `atLeast`. `batches` holds the most frequent of the ' +
    'newest matching assets.',
  access: 'public',
  query: z.strictObject(assetFilters),
  response: z.object({
    categories: z.array(FacetCount),
    statuses: z.array(FacetCount),
    batches: z.array(FacetCount).max(FACET_BATCHES_MAX),
  }),
});

export const assetSuggestions = route({
  method: 'GET',
  path: '/api/asset-suggestions',
  tag: 'Assets',
  summary: 'Say what a search text may stand for',
  description:
    'Assets whose id it is: as written, whatever the case, or as a GTIN, SSCC, EPC URN or GS1 Digital Link. A batch of that ' +
    'name. With `similar`, names and places that are written much alike, for a text that finds nothing; looking for them ends after a moment.',
  access: 'public',
  query: z.strictObject({
    text: z.string().trim().min(1).max(200),
    similar: z.stringbool().default(false),
  }),
  response: z.object({
    assets: z.array(z.object({ assetId: z.string(), name: z.string() })).max(5),
    batch: FacetCount.optional(),
    similar: z.array(z.string()).max(3),
  }),
});

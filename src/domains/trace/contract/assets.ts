import { z } from 'zod';
import { errorKind } from '#platform/contract/errors.ts';
import { PageNumber, Pagination, pageSize } from '#platform/contract/pagination.ts';
import { route } from '#platform/contract/route.ts';
import { Instant, requiredText } from '#platform/contract/scalars.ts';
import { assetListDefaults, assetStatuses, sortableAssetFields } from './asset-words.ts';

export const AssetStatus = z.enum([...assetStatuses, 'unknown']).meta({ id: 'AssetStatus' });
export type AssetStatus = z.infer<typeof AssetStatus>;

export const ASSET_ID_MAX = 200;

/**
 * An id in the business's own notation: `PRD-2024-001`, a URN or a GS1 Digital Link. Printable, without surrounding spaces.
 */
export const AssetId = requiredText('Asset ID is required')
  .trim()
  .min(1, { error: 'Asset ID is required', abort: true })
  .max(ASSET_ID_MAX, `Asset ID must be at most ${ASSET_ID_MAX} characters`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: this refuses control characters
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
    createdAt: Instant.describe('When it was manufactured. Until that is recorded, when its first event happened.'),
    recordedAt: Instant.describe('When its first event was recorded.'),
    updatedAt: Instant.describe('When its last event was recorded.'),
    happenedAt: Instant.describe('When its latest event happened.'),
    eventCount: z.int().min(0),
    custodian: z.string().optional().describe('Username of the participant that has it.'),
    inShipment: z.boolean().describe('Whether it was handed over and no other participant has taken it in yet.'),
    addressee: z.string().optional().describe('Username of the participant that the shipment is addressed to.'),
    anomalyCount: z.int().min(0),
  })
  .meta({ id: 'Asset' });
export type Asset = z.infer<typeof Asset>;

export const assetNotFound = errorKind('trace.asset_not_found', 404, 'Asset not found');

const assetFilters = {
  search: z.string().trim().max(200).optional(),
  category: z.string().trim().max(100).optional(),
  status: AssetStatus.optional(),
  batch: z.string().trim().max(200).optional(),
  custodian: z.string().trim().min(1).max(64).optional().describe('Only assets that this username holds.'),
  participant: z
    .string()
    .trim()
    .min(1)
    .max(64)
    .optional()
    .describe('Only assets of which this username recorded an event, among the newest 10,000 of its events.'),
  addressee: z.string().trim().max(64).optional().describe('Only shipments addressed to this username.'),
  open: z.stringbool().optional().describe('Only shipments without an addressee.'),
};

export const listAssets = route({
  method: 'GET',
  path: '/api/assets',
  tag: 'Assets',
  summary: 'Search assets',
  description:
    '`search` matches any part of the name, id or location, ignoring case. A total beyond 1,000 may be an estimate; ' +
    '`pagination.totalIsEstimate` is then true.',
  access: 'public',
  cost: 'search',
  query: z.strictObject({
    ...assetFilters,
    sortBy: z.enum(sortableAssetFields).default(assetListDefaults.sortBy),
    sortOrder: z.enum(['asc', 'desc']).default(assetListDefaults.sortOrder),
    page: PageNumber,
    limit: pageSize(assetListDefaults.limit, 100),
  }),
  response: z.object({ assets: z.array(Asset), pagination: Pagination, total_count: z.int() }),
});

/** A value and the number of assets that have it. `atLeast` is true if counting stopped early. */
export const FacetCount = z
  .object({ value: z.string(), count: z.int().min(0), atLeast: z.boolean() })
  .meta({ id: 'FacetCount' });
export type FacetCount = z.infer<typeof FacetCount>;

/** Beyond this, a facet reports "at least". */
export const FACET_COUNT_MAX = 1000;
export const FACET_BATCHES_MAX = 20;

export const assetFacets = route({
  method: 'GET',
  path: '/api/assets/facets',
  tag: 'Assets',
  summary: 'Count assets by category, status and batch',
  description:
    'Each facet counts the assets that match all other filters. A count beyond 1,000, or one that would exceed ' +
    'the work limit of a search, is a lower bound with `atLeast`. `batches` has the most frequent ones of the ' +
    'newest matching assets.',
  access: 'public',
  cost: 'search',
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
  summary: 'Suggest what a search text may refer to',
  description:
    'Returns assets with this id (ignoring case, or as a GTIN, SSCC, EPC URN or GS1 Digital Link), and a batch with that ' +
    'name. With `similar`, also returns names and locations with a similar spelling, within a short time limit.',
  access: 'public',
  cost: 'search',
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

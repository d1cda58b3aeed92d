import { z } from 'zod';
import { BlockIndex } from '#domains/ledger/contract.ts';
import { accountInactive, notRegistered, Role } from '#domains/participants/contract.ts';
import { errorKind, idempotencyMismatch, unavailable } from '#platform/contract/errors.ts';
import { PageNumber, Pagination, pageSize } from '#platform/contract/pagination.ts';
import { route } from '#platform/contract/route.ts';
import { Instant, JsonObject, requiredText, Sha256Hex } from '#platform/contract/scalars.ts';

/** The six actions that the event form offers. Any other action may be recorded too; it leaves the status as it is. */
export const eventActions = ['manufactured', 'shipped', 'received', 'delivered', 'quality_check', 'returned'] as const;

/** Actions with a meaning of their own, which nobody may use for something else. */
export const reservedActions = ['genesis', 'checkpoint_key'] as const;

export const assetStatuses = ['manufactured', 'shipped', 'delivered', 'in transit'] as const;
export const AssetStatus = z.enum([...assetStatuses, 'unknown']).meta({ id: 'AssetStatus' });
export type AssetStatus = z.infer<typeof AssetStatus>;

export const assetCategories = ['Electronics', 'IoT', 'Food', 'Pharma', 'Luxury'] as const;

/** What can be wrong with a journey: marked wherever the event is shown, never refused. */
export const Anomaly = z
  .enum(['out of order', 'before the previous event', 'recorded before it happened', 'never manufactured here'])
  .meta({ id: 'Anomaly' });
export type Anomaly = z.infer<typeof Anomaly>;

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

/** One event in an asset's history. `timestamp` is when it happened, `recordedAt` when its block was recorded. */
export const HistoryEvent = z
  .object({
    blockIndex: BlockIndex,
    blockHash: Sha256Hex,
    action: z.string(),
    participant: z.string(),
    participantRole: Role.optional(),
    recordedBy: z.string().optional(),
    location: z.string().optional(),
    timestamp: Instant,
    recordedAt: Instant,
    status: AssetStatus.describe('The status after this event.'),
    correctedBy: BlockIndex.optional(),
    corrects: BlockIndex.optional(),
    anomalies: z.array(Anomaly),
    meta: JsonObject,
  })
  .meta({ id: 'HistoryEvent' });
export type HistoryEvent = z.infer<typeof HistoryEvent>;

export const Activity = z
  .object({
    id: z.string(),
    action: z.string(),
    assetId: z.string().optional(),
    participantName: z.string(),
    timestamp: Instant,
    recordedAt: Instant,
    blockIndex: BlockIndex,
    location: z.string().optional(),
    anomalies: z.array(Anomaly),
  })
  .meta({ id: 'Activity' });
export type Activity = z.infer<typeof Activity>;

export const assetExists = errorKind('trace.asset_exists', 409, 'Asset already exists');
export const assetNotFound = errorKind('trace.asset_not_found', 404, 'No such asset');
export const actionReserved = errorKind('trace.action_reserved', 400, 'Action is reserved');
export const correctionInvalid = errorKind('trace.correction_invalid', 400, 'Correction does not fit');
export const notYours = errorKind('trace.not_yours', 403, 'Not allowed');

export const AddEventRequest = z.strictObject({
  user: requiredText('Participant is required')
    .trim()
    .min(1, 'Participant is required')
    .max(64)
    .meta({ example: 'acme-coffee' }),
  action: requiredText('Action is required')
    .trim()
    .min(1, { error: 'Action is required', abort: true })
    .max(64)
    .regex(/^[a-z][a-z0-9_]*$/, 'Action must be lower-case letters, digits and _, beginning with a letter')
    .meta({ example: 'shipped' }),
  asset_id: AssetId,
  meta: JsonObject.default({}).describe(
    'Known fields: name, category, batch, location, timestamp (when it happened, ISO 8601 or seconds), corrects (with ' +
      'action correction: the block it corrects), additional_data. Anything else is kept as it is.',
  ),
});
export type AddEventRequest = z.infer<typeof AddEventRequest>;

export const addEvent = route({
  method: 'POST',
  path: '/api/add-event',
  tag: 'Events',
  summary: 'Record an event',
  description:
    'Answered once its block is durable. `manufactured` creates the asset. A correction is an event of its own, with ' +
    'action `correction` and `meta.corrects`. Safe to repeat with the same `Idempotency-Key`.',
  access: 'signed in',
  idempotent: true,
  body: AddEventRequest,
  response: z.object({
    msg: z.string(),
    block: z.object({
      index: BlockIndex,
      timestamp: z.int(),
      prev_hash: Sha256Hex,
      hash: Sha256Hex,
      data: JsonObject,
    }),
  }),
  errors: [
    assetExists,
    assetNotFound,
    actionReserved,
    correctionInvalid,
    notYours,
    notRegistered,
    accountInactive,
    idempotencyMismatch,
    unavailable,
  ],
});

export const sortableAssetFields = ['createdAt', 'updatedAt', 'name', 'currentStatus'] as const;

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
    search: z.string().trim().max(200).optional(),
    category: z.string().trim().max(100).optional(),
    status: AssetStatus.optional(),
    batch: z.string().trim().max(200).optional(),
    sortBy: z.enum(sortableAssetFields).default('createdAt'),
    sortOrder: z.enum(['asc', 'desc']).default('desc'),
    page: PageNumber,
    limit: pageSize(10, 100),
  }),
  response: z.object({ assets: z.array(Asset), pagination: Pagination, total_count: z.int() }),
});

export const readAsset = route({
  method: 'GET',
  path: '/api/assets/{assetId}',
  tag: 'Assets',
  summary: 'Read an asset with its history',
  description: 'The history ascends by block. Page 1 is the beginning of the journey.',
  access: 'public',
  params: z.object({ assetId: AssetId }),
  query: z.strictObject({ page: PageNumber, limit: pageSize(200, 500) }),
  response: z.object({ asset: Asset, history: z.array(HistoryEvent), pagination: Pagination }),
  errors: [assetNotFound],
});

export const dashboardStats = route({
  method: 'GET',
  path: '/api/dashboard-stats',
  tag: 'Dashboard',
  summary: 'Read the figures of the dashboard',
  access: 'public',
  response: z.object({
    totalAssets: z.int(),
    totalEvents: z.int(),
    activeParticipants: z.int(),
    chainIntegrity: z.number().min(0).max(100).describe('100 while every checked block holds, else 0.'),
    openAnomalies: z.int(),
    daily: z
      .array(z.object({ day: z.iso.date(), events: z.int(), assets: z.int() }))
      .max(30)
      .describe('The last 30 days, oldest first, by the day of recording (UTC).'),
    byStatus: z.record(AssetStatus, z.int()),
  }),
});

export const recentActivities = route({
  method: 'GET',
  path: '/api/recent-activities',
  tag: 'Dashboard',
  summary: 'Read the newest events',
  access: 'public',
  query: z.strictObject({
    limit: pageSize(10, 100),
    participantId: z.string().trim().min(1).max(64).optional().describe('Id or username of a participant.'),
    assetId: AssetId.optional(),
    action: z.string().trim().min(1).max(64).optional(),
    anomalous: z.stringbool().optional().describe('Only events with an anomaly.'),
    before: z.coerce.number<number>().int().min(0).optional().describe('Only blocks below this index.'),
  }),
  response: z.object({ activities: z.array(Activity) }),
});

export const routes = [addEvent, listAssets, readAsset, dashboardStats, recentActivities] as const;

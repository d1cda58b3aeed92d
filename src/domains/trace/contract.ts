import { z } from 'zod';
import { BlockIndex } from '#domains/ledger/contract.ts';
import { accountInactive, notRegistered } from '#domains/participants/contract.ts';
import { errorKind, idempotencyMismatch, unavailable } from '#platform/contract/errors.ts';
import { route } from '#platform/contract/route.ts';
import { JsonObject, requiredText, Sha256Hex } from '#platform/contract/scalars.ts';
import { Action } from './contract/actions.ts';
import { readAsset } from './contract/asset-history.ts';
import { AssetId, assetFacets, assetNotFound, assetSuggestions, listAssets } from './contract/assets.ts';
import { checkNewAssets } from './contract/check-new-assets.ts';
import { dashboardStats, recentActivities, summarizeEvents } from './contract/dashboard.ts';
import { readLineage } from './contract/lineage.ts';
import { participantActivity } from './contract/participant-activity.ts';
import { readRecall, readRecallReport } from './contract/recall.ts';

export * from './contract/actions.ts';
export * from './contract/anomaly.ts';
export * from './contract/asset-history.ts';
export * from './contract/asset-words.ts';
export * from './contract/assets.ts';
export * from './contract/assistant.ts';
export * from './contract/capabilities.ts';
export * from './contract/check-new-assets.ts';
export * from './contract/clock.ts';
export * from './contract/coordinates.ts';
export * from './contract/dashboard.ts';
export * from './contract/demo-crate.ts';
export * from './contract/lineage.ts';
export * from './contract/lineage-words.ts';
export * from './contract/may-correct.ts';
export * from './contract/participant-activity.ts';
export * from './contract/recall.ts';

export const assetExists = errorKind('trace.asset_exists', 409, 'Asset already exists');
export const actionReserved = errorKind('trace.action_reserved', 400, 'Action is reserved');
export const correctionInvalid = errorKind('trace.correction_invalid', 400, 'Correction is not valid');
export const notYours = errorKind('trace.not_yours', 403, 'Not allowed');

export const quotaExceeded = errorKind('trace.quota_exceeded', 429, 'Daily quota reached');

export const AddEventRequest = z.strictObject({
  user: requiredText('Participant is required')
    .trim()
    .min(1, 'Participant is required')
    .max(64)
    .meta({ example: 'acme-coffee' }),
  action: Action,
  asset_id: AssetId,
  submitted_at: z.iso
    .datetime({ offset: true })
    .optional()
    .describe(
      'When the user submitted it: it happened then if that is over a minute ago and `meta.timestamp` is missing.',
    ),
  meta: JsonObject.default({}).describe(
    'Known fields: name, category, batch, location, coordinates ({latitude, longitude} in degrees), quantity and uom (a number and its UN/CEFACT unit), ' +
      'timestamp (when it happened, ISO 8601 or seconds, at most a day ahead), corrects (with ' +
      'action correction: the block it corrects), action (with corrects: what should have been recorded; it counts in the ' +
      'place of the corrected event), inputs (ids of the assets that went into this one), additional_data. Other fields are stored unchanged.',
  ),
});
export type AddEventRequest = z.infer<typeof AddEventRequest>;

export const addEvent = route({
  method: 'POST',
  path: '/api/add-event',
  tag: 'Events',
  summary: 'Record an event',
  description:
    'Returns once the block is durable. `manufactured` creates the asset; its id, and a new batch, must not contain invisible characters or ' +
    'mix alphabets that look alike. Names, categories and places must not contain invisible characters. A correction is a separate event with ' +
    'action `correction` and `meta.corrects`. Safe to repeat with the same `Idempotency-Key`.',
  access: 'signed in',
  idempotent: true,
  compressed: false,
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
    quotaExceeded,
    unavailable,
  ],
});

export const routes = [
  addEvent,
  checkNewAssets,
  listAssets,
  assetFacets,
  assetSuggestions,
  readAsset,
  readLineage,
  readRecall,
  readRecallReport,
  participantActivity,
  dashboardStats,
  recentActivities,
  summarizeEvents,
] as const;

import { z } from 'zod';
import { BlockIndex } from '#domains/ledger/contract.ts';
import { Role } from '#domains/participants/contract.ts';
import { PageNumber, Pagination, pageSize } from '#platform/contract/pagination.ts';
import { route } from '#platform/contract/route.ts';
import { Instant, JsonObject, Sha256Hex } from '#platform/contract/scalars.ts';
import { Anomaly } from './anomaly.ts';
import { Asset, AssetId, AssetStatus, assetNotFound } from './assets.ts';

/** One event in an asset's history. `timestamp` is when it happened, `recordedAt` when its block was recorded. */
export const HistoryEvent = z
  .object({
    blockIndex: BlockIndex,
    blockHash: Sha256Hex,
    action: z.string(),
    participant: z.string(),
    participantRole: Role.optional(),
    recordedBy: z.string().optional(),
    managedBy: z.string().optional().describe('Username of the account that manages the participant.'),
    location: z.string().optional(),
    timestamp: Instant,
    recordedAt: Instant,
    status: AssetStatus.describe('The status after this event.'),
    correctedBy: BlockIndex.optional(),
    corrects: BlockIndex.optional(),
    takenBy: z
      .string()
      .optional()
      .describe('The holder of the asset from this event on, if the event takes it into custody.'),
    anomalies: z.array(Anomaly),
    meta: JsonObject,
  })
  .meta({ id: 'HistoryEvent' });
export type HistoryEvent = z.infer<typeof HistoryEvent>;

export const readAsset = route({
  method: 'GET',
  path: '/api/assets/{assetId}',
  tag: 'Assets',
  summary: 'Read an asset with its history',
  description: 'The history ascends by block. Page 1 is the start of the journey.',
  access: 'public',
  params: z.object({ assetId: AssetId }),
  query: z.strictObject({ page: PageNumber, limit: pageSize(200, 500) }),
  response: z.object({
    asset: Asset,
    history: z.array(HistoryEvent),
    pagination: Pagination,
    custodyRules: z
      .object({
        protectedFrom: BlockIndex.describe('Below it, custody passed to the participant of every event.'),
        receiptsOnlyFrom: BlockIndex.describe('Below it, an open shipment accepted every action by anyone.'),
      })
      .describe('The blocks from which each rule of custody applies, for a replay of the history.'),
  }),
  errors: [assetNotFound],
});

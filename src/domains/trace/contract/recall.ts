import { z } from 'zod';
import { BlockIndex, ledgerDamaged, noBlocksOfAsset, noCheckpoint, SheetFormat } from '#domains/ledger/contract.ts';
import { unavailable } from '#platform/contract/errors.ts';
import { route } from '#platform/contract/route.ts';
import { Instant } from '#platform/contract/scalars.ts';
import { Asset, AssetId, AssetStatus, assetNotFound } from './assets.ts';

export const RECALL_ASSETS_MAX = 500;

/** The most assets on one sheet of a printed recall report. */
export const RECALL_SHEET_MAX = 100;

/** Characters of a name or a place on a printed recall report. Each character of another script may require a font of its own. */
export const RECALL_TEXT_MAX = 40;

const RecallScope = z.enum(['asset', 'batch']).default('asset');

/** Why an asset is on the list: the nearest reason. */
export const RecallRelation = z
  .enum(['itself', 'made from it', 'packed in it', 'its container', 'packed with it'])
  .meta({ id: 'RecallRelation' });
export type RecallRelation = z.infer<typeof RecallRelation>;

export const RecallLine = z
  .object({
    assetId: z.string(),
    name: z.string(),
    relation: RecallRelation,
    status: AssetStatus,
    location: z.string().optional(),
    custodian: z.string().optional(),
    since: Instant.optional().describe(
      'Since when the custodian has had it without interruption, according to the events.',
    ),
    blockIndex: BlockIndex.optional().describe('The newest block about it, the evidence for this line.'),
    handledBy: z.array(z.string()).max(50),
  })
  .meta({ id: 'RecallLine' });
export type RecallLine = z.infer<typeof RecallLine>;

export const readRecall = route({
  method: 'GET',
  path: '/api/assets/{assetId}/recall',
  tag: 'Assets',
  summary: 'List what a recall of an asset would reach',
  description:
    'Lists everything made from it, packed in it, or packed with it at the same time: where each is now, who has it, since when, and who ' +
    `handled it. With \`scope=batch\`, starts from every asset of the same batch. At most ${RECALL_ASSETS_MAX} lines; \`cut\` is true if there are more.`,
  access: 'public',
  cost: 'search',
  params: z.object({ assetId: AssetId }),
  query: z.strictObject({ scope: RecallScope }),
  response: z.object({
    asset: Asset,
    lines: z.array(RecallLine).max(RECALL_ASSETS_MAX),
    cut: z.boolean(),
    incomplete: z
      .boolean()
      .describe('Whether assets may be missing at any distance, because their links were too many to follow.'),
    totals: z.object({ assets: z.int(), participants: z.int(), locations: z.int() }),
    basis: z.object({
      at: Instant,
      length: z.int().describe('Blocks in the chain at the time of the report.'),
      checkpointSize: z.int().describe('Blocks covered by the newest signed checkpoint; 0 without one.'),
      valid: z.boolean().describe('Whether every checked block is valid.'),
    }),
  }),
  errors: [assetNotFound],
});

export const readRecallReport = route({
  method: 'GET',
  path: '/api/assets/{assetId}/recall/report',
  tag: 'Assets',
  summary: 'Read the printed report of a recall',
  description:
    'The affected assets with holder, location and status as the server has them in its index, and the newest block of each with its proof, ' +
    `as a page or a PDF. A sheet lists at most ${RECALL_SHEET_MAX} assets, and fewer if their blocks have more than 256 KiB. If there are more, ` +
    `the \`Link\` header points to the next sheet (\`rel="next"\`). Names and locations are shortened to ${RECALL_TEXT_MAX} characters.`,
  access: 'public',
  cost: 'heavy',
  params: z.object({ assetId: AssetId }),
  query: z.strictObject({
    scope: RecallScope,
    format: SheetFormat,
    after: z.coerce.number().int().min(0).max(RECALL_ASSETS_MAX).default(0).describe('How many assets to skip.'),
  }),
  response: z.string(),
  responseType: 'text/html; charset=utf-8',
  alsoProduces: ['application/pdf'],
  errors: [assetNotFound, noBlocksOfAsset, noCheckpoint, ledgerDamaged, unavailable],
});

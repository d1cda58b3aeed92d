import { z } from 'zod';
import { BlockIndex } from '#domains/ledger/contract.ts';
import { route } from '#platform/contract/route.ts';
import { Instant } from '#platform/contract/scalars.ts';
import { AssetId, AssetStatus, assetNotFound } from './assets.ts';
import { LINEAGE_DEPTH_MAX, lineageDirections } from './lineage-words.ts';

export const LINEAGE_NODES_MAX = 500;

/** An asset in a lineage. Unknown fields are omitted: an event may name an asset without any other record. */
export const LineageNode = z
  .object({
    assetId: z.string(),
    name: z.string(),
    status: AssetStatus,
    category: z.string().optional(),
    custodian: z.string().optional(),
    location: z.string().optional(),
    updatedAt: Instant.optional(),
    depth: z.int().min(0).describe('Steps from the requested asset.'),
    more: z.boolean().describe('Whether it leads to further assets that are not listed.'),
  })
  .meta({ id: 'LineageNode' });
export type LineageNode = z.infer<typeof LineageNode>;

/** `from` went into `to`. A packed link with an `until` has ended: it was taken out again. */
export const LineageEdge = z
  .object({
    from: z.string(),
    to: z.string(),
    kind: z.enum(['made', 'packed']),
    blockIndex: BlockIndex,
    untilBlock: BlockIndex.optional(),
  })
  .meta({ id: 'LineageEdge' });
export type LineageEdge = z.infer<typeof LineageEdge>;

export const LineageDirection = z.enum(lineageDirections);
export type LineageDirection = z.infer<typeof LineageDirection>;

export const readLineage = route({
  method: 'GET',
  path: '/api/assets/{assetId}/lineage',
  tag: 'Assets',
  summary: 'Read what an asset was made from or went into',
  description:
    'Upstream lists what went into the asset, downstream what it went into: by transformation, by `meta.inputs`, or by packing. ' +
    `Nearest first, at most ${LINEAGE_NODES_MAX} assets; \`cut\` is true if there are more.`,
  access: 'public',
  cost: 'search',
  params: z.object({ assetId: AssetId }),
  query: z.strictObject({
    direction: LineageDirection.default('upstream'),
    depth: z.coerce.number<number>().int().min(1).max(LINEAGE_DEPTH_MAX).default(3),
  }),
  response: z.object({
    nodes: z.array(LineageNode).max(LINEAGE_NODES_MAX),
    edges: z.array(LineageEdge),
    cut: z.boolean(),
  }),
  errors: [assetNotFound],
});

import { z } from 'zod';
import { errorKind, tooManyRequests } from '#platform/contract/errors.ts';
import { PageNumber, pageSize } from '#platform/contract/pagination.ts';
import { route } from '#platform/contract/route.ts';
import { JsonObject, Sha256Hex } from '#platform/contract/scalars.ts';

/** The largest index or size that JSON carries exactly. */
export const MAX_INDEX = Number.MAX_SAFE_INTEGER;

export const BlockIndex = z.int().min(0).max(MAX_INDEX).meta({ id: 'BlockIndex' });
/** A block index in a path or a query. */
export const BlockIndexParam = z.coerce.number<number>().int().min(0).max(MAX_INDEX);

/**
 * One block. `hash` is SHA-256 over 0x00 and the canonical JSON (RFC 8785) of the other four fields, so it is also the
 * block's RFC 6962 leaf hash. `timestamp` is the time of recording in whole seconds since the epoch.
 */
export const Block = z
  .object({
    index: BlockIndex,
    timestamp: z.int().min(0),
    prev_hash: Sha256Hex,
    hash: Sha256Hex,
    data: JsonObject.describe('At least `action`.'),
  })
  .meta({ id: 'Block' });
export type Block = z.infer<typeof Block>;

/** Stored data contradicts itself or a signed checkpoint. */
export const ledgerDamaged = errorKind('ledger.damaged', 503, 'Damaged ledger');
export const blockNotFound = errorKind('ledger.block_not_found', 404, 'Block not found');
export const dataTooLarge = errorKind('ledger.data_too_large', 400, 'Block data too large');

export const readChain = route({
  method: 'GET',
  path: '/api/chain',
  tag: 'Ledger',
  summary: 'Read a page of blocks',
  description:
    'Page 1 is the newest page; blocks ascend within a page. Without parameters, returns the newest 100 blocks. With `before`, ' +
    'pages count down from that index instead of from the head, so they stay stable while the chain grows. `names=true` adds the ' +
    'present names of the assets that the blocks are about, which are not part of any block.',
  access: 'public',
  query: z.strictObject({
    page: PageNumber,
    limit: pageSize(100, 500),
    before: z.coerce.number<number>().int().min(0).max(MAX_INDEX).optional().describe('Only blocks below this index.'),
    names: z.stringbool().optional().describe('Whether to return `assetNames` too.'),
  }),
  response: z.object({
    chain: z.array(Block),
    length: z.int(),
    is_valid: z.boolean(),
    assetNames: z.record(z.string(), z.string()).optional().describe('With `names`: names by asset id.'),
  }),
});

export const readBlock = route({
  method: 'GET',
  path: '/api/chain/blocks/{index}',
  tag: 'Ledger',
  summary: 'Read one block',
  access: 'public',
  params: z.object({ index: BlockIndexParam }),
  response: Block,
  errors: [blockNotFound, ledgerDamaged],
});

export const findBlock = route({
  method: 'GET',
  path: '/api/chain/hashes/{hash}',
  tag: 'Ledger',
  summary: 'Find a block by its hash',
  access: 'public',
  params: z.object({ hash: z.string().toLowerCase().pipe(Sha256Hex) }),
  response: Block,
  errors: [blockNotFound, ledgerDamaged],
});

export const liveBlocks = route({
  method: 'GET',
  path: '/api/chain/live',
  tag: 'Ledger',
  summary: 'Follow the head of the chain',
  description:
    'Server-sent events: `head` whenever the chain grows or a checkpoint is signed, with the length, the last hash and the signed size. Read it with fetch; ' +
    'a comment line every 15 seconds keeps the connection open.',
  access: 'public',
  cost: 'stream',
  response: z.string(),
  responseType: 'text/event-stream',
  errors: [tooManyRequests],
});

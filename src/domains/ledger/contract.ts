import { z } from 'zod';
import { may } from '#domains/participants/contract.ts';
import { errorKind } from '#platform/contract/errors.ts';
import { PageNumber, pageSize } from '#platform/contract/pagination.ts';
import { route } from '#platform/contract/route.ts';
import { Instant, JsonObject, Sha256Hex } from '#platform/contract/scalars.ts';

const MAX_INDEX = Number.MAX_SAFE_INTEGER;

export const BlockIndex = z.int().min(0).max(MAX_INDEX).meta({ id: 'BlockIndex' });
const BlockIndexParam = z.coerce.number<number>().int().min(0).max(MAX_INDEX);

/**
 * One block. `hash` is SHA-256 over 0x00 and the canonical JSON (RFC 8785) of the other four fields, so it is also the
 * block's RFC 6962 leaf hash. `timestamp` is in whole seconds since the epoch: when it was recorded.
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

export const blockNotFound = errorKind('ledger.block_not_found', 404, 'No such block');
export const tileNotFound = errorKind('ledger.tile_not_found', 404, 'No such tile');
export const noCheckpoint = errorKind('ledger.no_checkpoint', 404, 'No checkpoint that covers it');
export const dataTooLarge = errorKind('ledger.data_too_large', 400, 'Block data too large');
export const validationNotFound = errorKind('ledger.validation_not_found', 404, 'No such validation');

/** What is known of the chain's integrity, from the background verifier and the last full validation. */
export const ChainVerdict = z
  .object({
    valid: z.boolean(),
    totalBlocks: z.int().min(0),
    validatedAt: Instant.describe('When the verdict was last brought up to date.'),
    error: z.string().optional().describe('What is wrong, and what to do about it.'),
    blockIndex: BlockIndex.optional().describe('The first bad block.'),
    verifiedBlocks: z.int().min(0).describe('Blocks below this index have been re-read and checked.'),
    checkpointSize: z.int().min(0).describe('Blocks covered by the last signed checkpoint.'),
  })
  .meta({ id: 'ChainVerdict' });
export type ChainVerdict = z.infer<typeof ChainVerdict>;

export const readChain = route({
  method: 'GET',
  path: '/api/chain',
  tag: 'Ledger',
  summary: 'Read a page of blocks',
  description:
    'Page 1 is the newest page; within a page blocks ascend. Without parameters: the newest 100 blocks. With `before` ' +
    'pages are counted down from that index instead of from the head, so they stay the same while the chain grows.',
  access: 'public',
  query: z.strictObject({
    page: PageNumber,
    limit: pageSize(100, 500),
    before: z.coerce.number<number>().int().min(0).max(MAX_INDEX).optional().describe('Only blocks below this index.'),
  }),
  response: z.object({ chain: z.array(Block), length: z.int(), is_valid: z.boolean() }),
});

export const validateChain = route({
  method: 'GET',
  path: '/api/chain/validate',
  tag: 'Ledger',
  summary: 'Is the chain intact?',
  description:
    'Answers from the background verifier in constant time. It re-reads every block for ever; start a full validation ' +
    'to have all of it read now.',
  access: 'public',
  response: ChainVerdict,
});

export const ValidationJob = z
  .object({
    id: z.uuid(),
    state: z.enum(['running', 'valid', 'invalid', 'cancelled', 'failed']),
    checkedBlocks: z.int().min(0),
    totalBlocks: z.int().min(0),
    startedAt: Instant,
    finishedAt: Instant.optional(),
    error: z.string().optional(),
    blockIndex: BlockIndex.optional(),
  })
  .meta({ id: 'ValidationJob' });
export type ValidationJob = z.infer<typeof ValidationJob>;

export const startValidation = route({
  method: 'POST',
  path: '/api/chain/validations',
  tag: 'Ledger',
  summary: 'Start a full validation',
  description: 'Reads and checks every stored block. Answers the running one where there is one already.',
  access: may('validate chain'),
  status: 202,
  response: ValidationJob,
});

export const readValidation = route({
  method: 'GET',
  path: '/api/chain/validations/{id}',
  tag: 'Ledger',
  summary: 'Read the progress of a full validation',
  access: may('validate chain'),
  params: z.object({ id: z.uuid() }),
  response: ValidationJob,
  errors: [validationNotFound],
});

export const cancelValidation = route({
  method: 'DELETE',
  path: '/api/chain/validations/{id}',
  tag: 'Ledger',
  summary: 'Cancel a full validation',
  access: may('validate chain'),
  params: z.object({ id: z.uuid() }),
  response: ValidationJob,
  errors: [validationNotFound],
});

export const readBlock = route({
  method: 'GET',
  path: '/api/chain/blocks/{index}',
  tag: 'Ledger',
  summary: 'Read one block',
  access: 'public',
  params: z.object({ index: BlockIndexParam }),
  response: Block,
  errors: [blockNotFound],
});

export const findBlock = route({
  method: 'GET',
  path: '/api/chain/hashes/{hash}',
  tag: 'Ledger',
  summary: 'Find a block by its hash',
  access: 'public',
  params: z.object({ hash: z.string().toLowerCase().pipe(Sha256Hex) }),
  response: Block,
  errors: [blockNotFound],
});

/** Everything needed to check one block against a signed checkpoint, without trusting the server. */
export const InclusionProof = z
  .object({
    index: BlockIndex,
    leafHash: Sha256Hex,
    treeSize: z.int().min(1),
    rootHash: Sha256Hex,
    hashes: z.array(Sha256Hex).describe('The audit path, leaf sibling first.'),
    checkpoint: z.string().describe('The signed note over tree size and root.'),
    proofFile: z.string().describe('The same as a `.tlog-proof` file.'),
  })
  .meta({ id: 'InclusionProof' });
export type InclusionProof = z.infer<typeof InclusionProof>;

export const proveInclusion = route({
  method: 'GET',
  path: '/api/chain/blocks/{index}/proof',
  tag: 'Ledger',
  summary: 'Prove that a block is in the log',
  access: 'public',
  params: z.object({ index: BlockIndexParam }),
  query: z.strictObject({
    size: z.coerce.number<number>().int().min(1).max(MAX_INDEX).optional().describe('Against this checkpoint.'),
  }),
  response: InclusionProof,
  errors: [blockNotFound, noCheckpoint],
});

export const downloadProof = route({
  method: 'GET',
  path: '/api/chain/blocks/{index}/proof.tlog-proof',
  tag: 'Ledger',
  summary: 'Download the proof of a block as a file',
  description: 'A C2SP tlog-proof. Its `extra` line holds the block itself, so that the file can be verified alone.',
  access: 'public',
  params: z.object({ index: BlockIndexParam }),
  response: z.string(),
  responseType: 'text/plain; charset=utf-8',
  errors: [blockNotFound, noCheckpoint],
});

export const proveConsistency = route({
  method: 'GET',
  path: '/api/chain/consistency',
  tag: 'Ledger',
  summary: 'Prove that a later log extends an earlier one',
  access: 'public',
  query: z.strictObject({
    from: z.coerce.number<number>().int().min(1).max(MAX_INDEX),
    to: z.coerce.number<number>().int().min(1).max(MAX_INDEX),
  }),
  response: z.object({
    from: z.int(),
    to: z.int(),
    fromRoot: Sha256Hex,
    toRoot: Sha256Hex,
    hashes: z.array(Sha256Hex),
  }),
  errors: [noCheckpoint],
});

export const liveBlocks = route({
  method: 'GET',
  path: '/api/chain/live',
  tag: 'Ledger',
  summary: 'Follow the head of the chain',
  description:
    'Server-sent events: `head` with `{length, hash}` at each growth, `checkpoint` with `{size}`. Read it with fetch; ' +
    'a comment line every 15 seconds keeps it alive.',
  access: 'public',
  response: z.string(),
  responseType: 'text/event-stream',
});

export const checkpoint = route({
  method: 'GET',
  path: '/log/checkpoint',
  tag: 'Transparency log',
  summary: 'Read the last signed checkpoint (C2SP tlog-checkpoint)',
  access: 'public',
  response: z.string(),
  responseType: 'text/plain; charset=utf-8',
  errors: [noCheckpoint],
});

export const verifierKey = route({
  method: 'GET',
  path: '/log/vkey',
  tag: 'Transparency log',
  summary: 'Read the key that verifies checkpoints (C2SP vkey)',
  access: 'public',
  response: z.string(),
  responseType: 'text/plain; charset=utf-8',
});

export const tile = route({
  method: 'GET',
  path: '/log/tile/{level}/{rest}',
  tag: 'Transparency log',
  summary: 'Read a tile of hashes, or an entry bundle (C2SP tlog-tiles)',
  description:
    '`/log/tile/<L>/<N>[.p/<W>]` with up to 256 hashes of 32 bytes; `/log/tile/entries/<N>[.p/<W>]` with up to 256 ' +
    'entries, each behind its length in two bytes. Full ones never change and may be cached for ever.',
  access: 'public',
  params: z.object({
    level: z.string().regex(/^(entries|[0-9]|[1-5][0-9]|6[0-3])$/, 'must be a level from 0 to 63, or entries'),
    rest: z.string().regex(/^(x[0-9]{3}\/)*[0-9]{3}(\.p\/[0-9]{1,3})?$/, 'must be a tile path such as x001/234.p/8'),
  }),
  response: z.string(),
  responseType: 'application/octet-stream',
  errors: [tileNotFound],
});

export const routes = [
  readChain,
  validateChain,
  startValidation,
  readValidation,
  cancelValidation,
  readBlock,
  findBlock,
  proveInclusion,
  downloadProof,
  proveConsistency,
  liveBlocks,
  checkpoint,
  verifierKey,
  tile,
] as const;

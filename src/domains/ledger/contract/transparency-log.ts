import { z } from 'zod';
import { errorKind } from '#platform/contract/errors.ts';
import { pageSize } from '#platform/contract/pagination.ts';
import { route } from '#platform/contract/route.ts';
import { BlockIndex, BlockIndexParam, ledgerDamaged } from './blocks.ts';
import { noCheckpoint } from './proofs.ts';

export const tileNotFound = errorKind('ledger.tile_not_found', 404, 'Tile not found');

export const checkpoint = route({
  method: 'GET',
  path: '/log/checkpoint',
  tag: 'Transparency log',
  summary: 'Read the last signed checkpoint (C2SP tlog-checkpoint)',
  access: 'public',
  response: z.string(),
  responseType: 'text/plain; charset=utf-8',
  errors: [noCheckpoint, ledgerDamaged],
});

export const signingRecord = route({
  method: 'GET',
  path: '/log/record',
  tag: 'Transparency log',
  summary: 'Read what this server signed last, from its signing record',
  description:
    'A checkpoint with extension lines: `cairn-process` names the process, and `cairn-conflict` the conflict that the record ' +
    'contains, if any. Servers of one ledger compare these notes (`CAIRN_PEERS`). It is read from a file, never from the database.',
  access: 'public',
  response: z.string(),
  responseType: 'text/plain; charset=utf-8',
  errors: [noCheckpoint],
});

export const listCheckpoints = route({
  method: 'GET',
  path: '/log/checkpoints',
  tag: 'Transparency log',
  summary: 'Read all signed checkpoints, a page at a time',
  description:
    'Ascending by size. For the next page, pass the last size as `above`. A verifier that finds a rewritten history compares ' +
    'them to determine between which two of them it begins.',
  access: 'public',
  query: z.strictObject({
    above: BlockIndexParam.default(0).describe('Only checkpoints over more blocks than this.'),
    limit: pageSize(100, 500),
  }),
  response: z.object({
    checkpoints: z.array(z.object({ size: BlockIndex, note: z.string() })),
  }),
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
    'entries, each preceded by its length in two bytes. Full tiles never change and can be cached permanently.',
  access: 'public',
  cost: 'file',
  params: z.object({
    level: z.string().regex(/^(entries|[0-9]|[1-5][0-9]|6[0-3])$/, 'level must be 0 to 63, or entries'),
    rest: z.string().regex(/^(x[0-9]{3}\/)*[0-9]{3}(\.p\/[0-9]{1,3})?$/, 'rest must be a tile path'),
  }),
  query: z.strictObject({
    stored: z
      .literal('true')
      .optional()
      .describe('Returns hashes as they are stored, even damaged ones, to find the damage. Never cached.'),
  }),
  response: z.string(),
  responseType: 'application/octet-stream',
  errors: [tileNotFound, ledgerDamaged],
});

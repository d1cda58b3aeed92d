import { z } from 'zod';
import { errorKind } from '#platform/contract/errors.ts';
import { route } from '#platform/contract/route.ts';
import { Instant } from '#platform/contract/scalars.ts';
import { BlockIndex } from './blocks.ts';
import { canValidateChain } from './capabilities.ts';

export const notYourValidation = errorKind('ledger.not_your_validation', 403, 'Not your validation');
export const validationNotFound = errorKind('ledger.validation_not_found', 404, 'Validation not found');

/** The known state of the chain's integrity, from the background verifier and the last full validation. */
export const ChainVerdict = z
  .object({
    state: z
      .enum(['valid', 'unknown', 'invalid'])
      .describe('`unknown` while the verifier has not confirmed the chain for more than 30 seconds.'),
    valid: z.boolean().describe('True only in the state `valid`.'),
    totalBlocks: z.int().min(0),
    validatedAt: Instant.describe('When the verifier last confirmed the chain; 1970 before the first time.'),
    error: z.string().optional().describe('What is wrong, or awaited, and what to do about it.'),
    blockIndex: BlockIndex.optional().describe('The first bad block.'),
    conflict: z
      .boolean()
      .optional()
      .describe('True when the chain contradicts what was signed. Nothing is signed until an operator clears it.'),
    unreachablePeers: z
      .array(z.object({ origin: z.string(), error: z.string() }))
      .optional()
      .describe('Other servers of this ledger that this one could not be compared with, and why.'),
    verifiedBlocks: z.int().min(0).describe('Blocks below this index have been re-read and checked.'),
    checkpointSize: z.int().min(0).describe('Blocks covered by the last signed checkpoint.'),
  })
  .meta({ id: 'ChainVerdict' });
export type ChainVerdict = z.infer<typeof ChainVerdict>;

export const validateChain = route({
  method: 'GET',
  path: '/api/chain/validate',
  tag: 'Ledger',
  summary: 'Check whether the chain is intact',
  description:
    'Returns the background verifier’s verdict in constant time. The verifier re-reads all blocks continuously; start a full validation ' +
    'to check every block now.',
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
    own: z.boolean().describe('Whether the caller started it.'),
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
  description: 'Reads and checks every stored block. If a validation is already running, returns that one.',
  access: { may: canValidateChain },
  cost: 'heavy',
  status: 202,
  response: ValidationJob,
});

export const readValidation = route({
  method: 'GET',
  path: '/api/chain/validations/{id}',
  tag: 'Ledger',
  summary: 'Read the progress of a full validation',
  access: { may: canValidateChain },
  params: z.object({ id: z.uuid() }),
  response: ValidationJob,
  errors: [validationNotFound],
});

export const listValidations = route({
  method: 'GET',
  path: '/api/chain/validations',
  tag: 'Ledger',
  summary: 'List the full validations',
  description:
    'The last 20, newest first: all of them for auditors and administrators, otherwise those that the caller started.',
  access: { may: canValidateChain },
  response: z.object({ validations: z.array(ValidationJob) }),
});

export const cancelValidation = route({
  method: 'DELETE',
  path: '/api/chain/validations/{id}',
  tag: 'Ledger',
  summary: 'Cancel a full validation',
  description: 'For the account that started it, and for administrators.',
  access: { may: canValidateChain },
  params: z.object({ id: z.uuid() }),
  response: ValidationJob,
  errors: [validationNotFound, notYourValidation],
});

export { APPEND_OBJECTIVE_MILLISECONDS, type SettledBatch } from './append-metrics.ts';
/** @public For rare administrative writes of other domains. */
export { type Appended, type Appender, appendBlocks } from './batch.ts';
export { type Outline, type OutlinedBlock, readOutlines } from './block-outlines.ts';
export { type BlockTypes, type Draft, declareBlockTypes, declaredActions } from './block-types.ts';
export {
  type BlockFilter,
  countBlocks,
  findFirstSince,
  findLastAction,
  lockHead,
  readBlocksAt,
  readHead,
} from './blocks.ts';
export { readLastSigned } from './checkpoints.ts';
export { answerEvidence } from './evidence/answer-evidence.ts';
export { countFitting, readSizesAt } from './evidence/asset-blocks.ts';
export { shorten } from './evidence/describe-block.ts';
export type { FoundSheet } from './evidence/evidence.ts';
/** @public For evidence that covers more than the blocks of one asset. */
export { PROVEN_BLOCKS_MAX, proveBlocks } from './evidence/prove-blocks.ts';
export { prepareSheet, SHEET_BYTES_MAX } from './evidence/read-evidence.ts';
export { type Ledger, type LedgerOptions, openLedger } from './open-ledger.ts';
export { rotateKey } from './rotate-key.ts';
export { createRowMemory, type RowMemory } from './row-memory.ts';
export type { ReadFrom, RuleSet } from './rule-set.ts';
export type { SealedBlock } from './seal-blocks.ts';
export { adoptNextKey, createSigner, makeSuccessorText, prepareNextKey, readSigningKey } from './signing-key.ts';
export { readOrigin } from './start-ledger.ts';

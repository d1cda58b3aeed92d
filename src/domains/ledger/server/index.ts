/** @public For a domain that commits rows of its own together with a block. */
export { appendBlocks } from './append-blocks.ts';
export { APPEND_OBJECTIVE_MILLISECONDS, type SettledBatch } from './append-measures.ts';
export type { AppendRules, ReadFrom } from './append-rules.ts';
export {
  type BlockFilter,
  countBlocks,
  findFirstSince,
  findLastAction,
  readBlocksAt,
  readBlocksOfAsset,
  readHead,
  readNewestBlocks,
} from './blocks.ts';
export { readLastSigned } from './checkpoints.ts';
/** @public For a history that is more than the blocks that name its asset. */
export { PROVEN_BLOCKS_MAX, proveBlocks } from './evidence/prove-blocks.ts';
export { type Ledger, type LedgerOptions, openLedger } from './open-ledger.ts';
export { readVerdict } from './read-verdict.ts';
export { rotateKey } from './rotate-key.ts';
export { type Draft, draftBlock, type SealedBlock } from './seal-blocks.ts';
export type { Sequencer } from './sequencer.ts';
export { adoptNextKey, createSigner, makeSuccessorText, prepareNextKey, readSigningKey } from './signing-key.ts';
export { readOrigin } from './start-ledger.ts';

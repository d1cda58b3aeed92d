/** @public For a domain that commits rows of its own together with a block. */
export { appendBlocks } from './append-blocks.ts';
export { APPEND_OBJECTIVE_MILLISECONDS } from './append-measures.ts';
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
export { type Ledger, type LedgerOptions, openLedger } from './open-ledger.ts';
export { readVerdict } from './read-verdict.ts';
export { type Draft, draftBlock, type SealedBlock } from './seal-blocks.ts';
export type { AppendRules, Sequencer } from './sequencer.ts';
export { createSigner, readSigningKey } from './signing-key.ts';
export { readOrigin } from './start-ledger.ts';

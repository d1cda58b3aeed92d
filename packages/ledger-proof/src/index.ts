export type { Block, BlockData, EntryFields } from './block.ts';
export {
  blockEntry,
  blockHash,
  DATA_LENGTH_MAX,
  ENTRY_LENGTH_MAX,
  entryHash,
  entryOf,
  GENESIS_PREV_HASH,
  parseBlockData,
  parseEntry,
  sealBlock,
  verifyBlock,
} from './block.ts';
export type { CanonicalJsonOptions, JsonObject, JsonValue } from './canonical-json.ts';
export { canonicalJson, JSON_DEPTH_MAX, parseCanonicalJson } from './canonical-json.ts';
export type { Checkpoint, CheckpointPolicy, TreeHead, VerifiedCheckpoint } from './checkpoint.ts';
export { formatCheckpoint, parseCheckpoint, verifyCheckpoint } from './checkpoint.ts';
export type { Ed25519Sign, Ed25519Verify, Sha256 } from './crypto.ts';
export { defaultEd25519Verify, defaultSha256 } from './crypto.ts';
export { fromBase64, toBase64 } from './encoding/base64.ts';
export { fromHex, toHex } from './encoding/hex.ts';
export type { Genesis } from './genesis.ts';
export { LEDGER_FORMAT, parseGenesis } from './genesis.ts';
export type { LogFault, LogFaultReason } from './log/log-fault.ts';
export type { KeyBlock, KeyPeriod, LogKeys } from './log/log-keys.ts';
export {
  followKeys,
  KEY_CHANGE_ACTION,
  keyAtSize,
  signKeyChange,
  verifyCheckpointByKeys,
} from './log/log-keys.ts';
export type { LogState, LogVerdict, LogVerifier, LogVerifierOptions, StoredBlock } from './log/log-verifier.ts';
export { createLogVerifier } from './log/log-verifier.ts';
export { readBlocks } from './log/read-blocks.ts';
export type { VerifyLogOptions } from './log/verify-log.ts';
export { verifyLog } from './log/verify-log.ts';
export type { ConsistencyClaim } from './merkle/consistency.ts';
export { verifyConsistency } from './merkle/consistency.ts';
export { emptyRoot, HASH_LENGTH, leafHash, nodeHash } from './merkle/hashing.ts';
export type { InclusionClaim } from './merkle/inclusion.ts';
export { inclusionRoot, verifyInclusion } from './merkle/inclusion.ts';
export type { ProofStep, TreeNode } from './merkle/proof-plan.ts';
export { planConsistency, planInclusion, planRoot } from './merkle/proof-plan.ts';
export type { NodeReader } from './merkle/prove.ts';
export { foldHashes, nodesOfLeaves, proveConsistency, proveInclusion, rootAtSize } from './merkle/prove.ts';
export type { CompactRange, TreeAccumulator, TreeAccumulatorOptions } from './merkle/tree-accumulator.ts';
export { createTreeAccumulator } from './merkle/tree-accumulator.ts';
export type { Note, NoteSignature } from './note/note.ts';
export { formatNote, formatSignatureLine, parseNote, parseSignatureLines } from './note/note.ts';
export type { NoteSigner } from './note/sign-note.ts';
export { cosignNote, createNoteSigner, signNote } from './note/sign-note.ts';
export type { KeyType, VerifierKey } from './note/verifier-key.ts';
export { createVerifierKey, formatVerifierKey, parseVerifierKey } from './note/verifier-key.ts';
export type { VerifiedNote, VerifiedSignature, VerifyNoteOptions } from './note/verify-note.ts';
export { verifyNote } from './note/verify-note.ts';
export type { ProofBundlePolicy, VerifiedProofBundle } from './proof-bundle.ts';
export { BUNDLE_PROOFS_MAX, formatProofBundle, parseProofBundle, verifyProofBundle } from './proof-bundle.ts';
export type { ProofErrorCode } from './proof-error.ts';
export { ProofError } from './proof-error.ts';
export type { ReadBundle } from './tiles/entry-bundle.ts';
export { decodeEntryBundle, encodeEntryBundle, readEntries } from './tiles/entry-bundle.ts';
export type { ReadTile } from './tiles/prove-from-tiles.ts';
export { proveConsistencyFromTiles, proveInclusionFromTiles, rootFromTiles } from './tiles/prove-from-tiles.ts';
export { decodeTile, encodeTile, tilesBetween, tileWidth } from './tiles/tile.ts';
export type { TileAddress } from './tiles/tile-path.ts';
export { parseTilePath, TILE_WIDTH, tilePath } from './tiles/tile-path.ts';
export type { TlogProof, TlogProofPolicy, VerifiedTlogProof } from './tlog-proof.ts';
export { formatTlogProof, parseTlogProof, verifyTlogProof } from './tlog-proof.ts';
export type { AddCheckpoint } from './witness/add-checkpoint.ts';
export { formatAddCheckpoint, parseAddCheckpoint } from './witness/add-checkpoint.ts';
export type { Cosignature } from './witness/cosignatures.ts';
export { addSignatures, readCosignature } from './witness/cosignatures.ts';
export type { Cosignable, WitnessRefusal, WitnessView } from './witness/judge-checkpoint.ts';
export { judgeCheckpoint } from './witness/judge-checkpoint.ts';

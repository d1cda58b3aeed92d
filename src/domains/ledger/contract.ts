import { findBlock, liveBlocks, readBlock, readChain } from './contract/blocks.ts';
import { readCorrections } from './contract/corrections.ts';
import { downloadAssetProofs, readAssetEvidence, readBlockEvidence } from './contract/evidence.ts';
import { listKeys } from './contract/keys.ts';
import { downloadProof, proveConsistency, proveInclusion } from './contract/proofs.ts';
import { checkpoint, listCheckpoints, signingRecord, tile, verifierKey } from './contract/transparency-log.ts';
import {
  cancelValidation,
  listValidations,
  readValidation,
  startValidation,
  validateChain,
} from './contract/validation.ts';
import { cosignedCheckpoint, listWitnesses } from './contract/witnesses.ts';

export * from './contract/assistant.ts';
export * from './contract/block-types.ts';
export * from './contract/blocks.ts';
export * from './contract/capabilities.ts';
export * from './contract/corrections.ts';
export * from './contract/evidence.ts';
export * from './contract/keys.ts';
export * from './contract/proofs.ts';
export * from './contract/transparency-log.ts';
export * from './contract/validation.ts';
export * from './contract/witnesses.ts';

export const routes = [
  readChain,
  readCorrections,
  validateChain,
  startValidation,
  listValidations,
  readValidation,
  cancelValidation,
  readBlock,
  findBlock,
  proveInclusion,
  downloadProof,
  downloadAssetProofs,
  readBlockEvidence,
  readAssetEvidence,
  proveConsistency,
  listKeys,
  listWitnesses,
  liveBlocks,
  checkpoint,
  signingRecord,
  listCheckpoints,
  cosignedCheckpoint,
  verifierKey,
  tile,
] as const;

import {
  type Block,
  type InclusionProof,
  listKeys,
  proveConsistency,
  proveInclusion,
  readBlock,
  verifierKey,
} from '#domains/ledger/contract.ts';
import { call } from '#platform/web/api-client.ts';

/** Where the material of a verification comes from. None of it is believed. */
export type ProofSource = {
  block(index: number): Promise<Block>;
  inclusion(index: number, size?: number): Promise<InclusionProof>;
  consistency(from: number, to: number): Promise<{ readonly hashes: readonly string[] }>;
  verifierKey(): Promise<string>;
  /** The blocks that announce a key, ascending: the genesis first. */
  keyBlocks(): Promise<readonly Block[]>;
};

export const serverSource: ProofSource = {
  block: (index) => call(readBlock, { params: { index } }),
  inclusion: (index, size) => call(proveInclusion, { params: { index }, query: size === undefined ? {} : { size } }),
  consistency: (from, to) => call(proveConsistency, { query: { from, to } }),
  verifierKey: async () => (await call(verifierKey, {})).trim(),
  keyBlocks: async () => (await call(listKeys, {})).keys.map(({ block }) => block),
};

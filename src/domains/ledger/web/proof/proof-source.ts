import {
  type Block,
  type InclusionProof,
  listKeys,
  noCheckpoint,
  proveConsistency,
  proveInclusion,
  readBlock,
  verifierKey,
} from '#domains/ledger/contract.ts';
import { call } from '#platform/web/api-client.ts';
import { ApiError } from '#platform/web/api-error.ts';

/** The source of a verification's material. None of it is trusted. */
export type ProofSource = {
  block(index: number): Promise<Block>;
  inclusion(index: number, size?: number): Promise<InclusionProof>;
  consistency(from: number, to: number): Promise<{ readonly hashes: readonly string[] }>;
  verifierKey(): Promise<string>;
  /** The blocks that announce a key, ascending, starting with the genesis. */
  keyBlocks(): Promise<readonly Block[]>;
};

/** Attempts to get a checkpoint, which is signed about a second after a block is recorded, or later on a busy server. */
const checkpointTriesMax = 15;
const checkpointPause = 1000;

/** Fetches from this server. For a new block, waits for the checkpoint that covers it. */
export const serverSource: ProofSource = {
  block: (index) => call(readBlock, { params: { index } }),
  async inclusion(index, size) {
    const query = size === undefined ? {} : { size };
    for (let tries = 1; ; tries += 1) {
      try {
        return await call(proveInclusion, { params: { index }, query });
      } catch (error) {
        const early = size === undefined && error instanceof ApiError && error.code === noCheckpoint.code;
        if (!early || tries === checkpointTriesMax) throw error;
        await new Promise((resolve) => setTimeout(resolve, checkpointPause));
      }
    }
  },
  consistency: (from, to) => call(proveConsistency, { query: { from, to } }),
  verifierKey: async () => (await call(verifierKey, {})).trim(),
  keyBlocks: async () => (await call(listKeys, {})).keys.map(({ block }) => block),
};

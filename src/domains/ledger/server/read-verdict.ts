import type { ChainVerdict } from '#domains/ledger/contract.ts';
import type { Database } from '#platform/server/database/database.ts';
import { readHead } from './blocks.ts';
import { readCheckpoint } from './checkpoints.ts';
import { readVerifierRecord } from './verification/verifier-state.ts';

/** Says in constant time what is known of the chain's integrity: the state of the background verifier. */
export async function readVerdict(db: Database): Promise<ChainVerdict> {
  const [head, record, checkpoint] = await Promise.all([readHead(db), readVerifierRecord(db), readCheckpoint(db)]);
  const { fault } = record;
  return {
    valid: fault === undefined,
    totalBlocks: head.length,
    validatedAt: record.checkedAt,
    verifiedBlocks: record.verifiedLength,
    checkpointSize: checkpoint?.size ?? 0,
    ...(fault === undefined ? {} : { error: fault.message, blockIndex: fault.index }),
  };
}

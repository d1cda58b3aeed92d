import type { ChainVerdict } from '#domains/ledger/contract.ts';
import type { Database } from '#platform/server/database/database.ts';
import { readHead } from './blocks.ts';
import { readCheckpoint } from './checkpoints.ts';
import { readLastFault } from './validations.ts';
import { readVerifierRecord } from './verification/verifier-state.ts';

/**
 * Says in constant time what is known of the chain's integrity: the state of the background verifier, and what the last
 * full validation found. A fault that one found stands until another one finds none.
 */
export async function readVerdict(db: Database): Promise<ChainVerdict> {
  const [head, record, checkpoint, lastFault] = await Promise.all([
    readHead(db),
    readVerifierRecord(db),
    readCheckpoint(db),
    readLastFault(db),
  ]);
  const fault = record.fault ?? lastFault;
  return {
    valid: fault === undefined,
    totalBlocks: head.length,
    validatedAt: record.checkedAt,
    verifiedBlocks: record.verifiedLength,
    checkpointSize: checkpoint?.size ?? 0,
    ...(fault === undefined ? {} : { error: fault.message, blockIndex: fault.index }),
  };
}

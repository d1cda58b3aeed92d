import type { ChainVerdict } from '#domains/ledger/contract.ts';
import type { Database } from '#platform/server/database/database.ts';
import { readHead } from './blocks.ts';
import { readCheckpoint } from './checkpoints.ts';
import { readLastFault } from './validations.ts';
import { readVerifierRecord } from './verification/verifier-state.ts';

/**
 * Returns the known integrity of the chain in constant time: the state of the background verifier and the result of
 * the last full validation. A fault that a validation found remains until another one finds none.
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

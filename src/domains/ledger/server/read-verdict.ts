import type { ChainVerdict } from '#domains/ledger/contract.ts';
import type { Database } from '#platform/server/database/database.ts';
import { readHead } from './blocks.ts';
import { readCheckpoint } from './checkpoints.ts';
import { readLastFault } from './validation-jobs.ts';
import type { ChainFault } from './verification/check-blocks.ts';
import type { Finding } from './verification/verifier.ts';
import { readVerifierRecord } from './verification/verifier-state.ts';

/**
 * The finding of this process's verifier, and the time since it last confirmed the chain. The age is infinite before
 * the first confirmation.
 */
export type OwnFinding = Finding & { readonly ageSeconds: number; readonly confirmedAt: string };

const WAITS_FOR_PEERS =
  'This server signs nothing until another server of this ledger answers: its signing record is old, and no checkpoint covers ' +
  'the newest blocks. Start one of them, or see docs/runbooks/signing-record.md.';

/**
 * An older confirmation no longer counts. The verifier itself confirms no block that has waited for more than ten
 * seconds.
 */
const EXPIRY_SECONDS = 20;

/**
 * Returns the known integrity of the chain in constant time: the finding of this process's own verifier, and the result
 * of the last full validation. A fault that a validation found remains until another one finds none. A process without
 * its own verifier has to rely on the verdict in the database.
 */
export async function readVerdict(db: Database, own: OwnFinding | undefined): Promise<ChainVerdict> {
  const [head, record, checkpoint, lastFault] = await Promise.all([
    readHead(db),
    readVerifierRecord(db),
    readCheckpoint(db),
    readLastFault(db),
  ]);
  const fault = own?.fault ?? record.fault ?? lastFault;
  const ageSeconds = own === undefined ? record.ageSeconds : own.ageSeconds;
  const isConfirmed = isFresh(ageSeconds) && own?.peers.awaited !== true;
  const state = fault !== undefined ? 'invalid' : isConfirmed ? 'valid' : 'unknown';
  return {
    state,
    valid: state === 'valid',
    totalBlocks: head.length,
    validatedAt: own?.confirmedAt ?? record.checkedAt,
    verifiedBlocks: own?.verifiedLength ?? record.verifiedLength,
    checkpointSize: checkpoint?.size ?? 0,
    ...(fault === undefined ? {} : { error: fault.message, blockIndex: fault.index, ...conflictOf(fault) }),
    ...(fault === undefined && own?.peers.awaited === true ? { error: WAITS_FOR_PEERS } : {}),
    ...((own?.peers.unreachable.length ?? 0) === 0 ? {} : { unreachablePeers: [...(own?.peers.unreachable ?? [])] }),
  };
}

/** A negative age is a time in the future, which no verifier stores. */
const isFresh = (ageSeconds: number) => ageSeconds >= -1 && ageSeconds <= EXPIRY_SECONDS;

const conflictOf = (fault: ChainFault) => (fault.conflict === true ? { conflict: true } : {});

/** Stores the verifier's last finding. Its age comes from the monotonic clock. */
export function createFindings(monotonic = () => performance.now()) {
  let last: Finding = {
    verifiedLength: 0,
    fault: undefined,
    confirmed: false,
    peers: { unreachable: [], awaited: false },
  };
  let confirmed = Number.NEGATIVE_INFINITY;
  let confirmedAt = new Date(0);
  return {
    receive(finding: Finding): void {
      last = finding;
      if (!finding.confirmed) return;
      confirmed = monotonic();
      confirmedAt = new Date();
    },
    read: (): OwnFinding => ({
      ...last,
      ageSeconds: (monotonic() - confirmed) / 1000,
      confirmedAt: confirmedAt.toISOString(),
    }),
  };
}

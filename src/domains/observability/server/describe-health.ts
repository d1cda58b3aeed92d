import type { ChainVerdict } from '#domains/ledger/contract.ts';
import { APPEND_OBJECTIVE_MILLISECONDS } from '#domains/ledger/server/index.ts';
import { counted } from '#platform/contract/counted.ts';
import type { Measure } from '../contract/health.ts';

const BLOCK_GENERATION_OBJECTIVE_PERCENT = 95;
const NETWORK_SYNC_OBJECTIVE_PERCENT = 100;
/** The fewest events among which one may be late within the objective. Among fewer, a single late one would look like an outage. */
const EVENTS_MIN = 100 / (100 - BLOCK_GENERATION_OBJECTIVE_PERCENT);

/** Describes how many of the last ten minutes' events were saved in time. The percentage is null until there are 20. */
export function describeGeneration({ total, withinObjective }: { total: number; withinObjective: number }): Measure {
  const objectivePercent = BLOCK_GENERATION_OBJECTIVE_PERCENT;
  if (total === 0)
    return { percent: null, objectivePercent, explanation: 'No event was recorded in the last ten minutes.' };
  const explanation = `${withinObjective} of the last ${counted(total, 'event')} saved within ${APPEND_OBJECTIVE_MILLISECONDS / 1000} seconds.`;
  return { percent: total < EVENTS_MIN ? null : round((100 * withinObjective) / total), objectivePercent, explanation };
}

/** Describes how much of the chain is verified. With a fault, nothing counts as verified and nothing is signed. */
export function describeSync(verdict: ChainVerdict): Measure {
  const { state, error = '', totalBlocks, verifiedBlocks, checkpointSize } = verdict;
  const objectivePercent = NETWORK_SYNC_OBJECTIVE_PERCENT;
  if (state === 'invalid')
    return { percent: 0, objectivePercent, explanation: `The chain has a fault, so nothing is signed. ${error}` };
  const percent = totalBlocks === 0 ? null : round((100 * verifiedBlocks) / totalBlocks);
  const explanation =
    verifiedBlocks < totalBlocks
      ? `${totalBlocks - verifiedBlocks} of ${counted(totalBlocks, 'block')} not verified yet.`
      : checkpointSize < totalBlocks
        ? `All verified, ${totalBlocks - checkpointSize} not signed yet.`
        : 'Every block is checked and signed.';
  return { percent, objectivePercent, explanation };
}

const round = (percent: number) => Math.floor(percent * 10) / 10;

import type { ChainVerdict } from '#domains/ledger/contract.ts';
import { APPEND_OBJECTIVE_MILLISECONDS, type Ledger } from '#domains/ledger/server/index.ts';
import { type Account, countParticipants } from '#domains/participants/server/index.ts';
import { counted } from '#platform/contract/counted.ts';
import { AppError, unavailable } from '#platform/contract/errors.ts';
import type { Mount } from '#platform/server/http/mount.ts';
import * as contract from '../contract.ts';
import { type Ask, createDemo, type DemoLimits } from './demo/run-demo.ts';
import { listTraces, readTrace } from './list-traces.ts';
import type { Observability } from './open-observability.ts';
import { readStatus } from './read-status.ts';

const BLOCK_GENERATION_OBJECTIVE_PERCENT = 95;
const NETWORK_SYNC_OBJECTIVE_PERCENT = 100;

/** Facts about this process. */
export type ProcessFacts = {
  readonly ready: () => boolean;
  readonly demo: boolean;
  readonly billing: boolean;
  readonly version: string;
  readonly startedAt: string;
};

export type ObservabilityServices = {
  readonly ledger: Ledger;
  readonly observability: Observability;
  /** Asks the assistant on behalf of the demo. */
  readonly ask: Ask<Account>;
  readonly demoLimits?: DemoLimits;
};

/** Serves health, the observability status, the stored traces and the demo. */
export function mountObservability(mount: Mount<Account>, services: ObservabilityServices, facts: ProcessFacts): void {
  const { observability } = services;
  const { telemetry } = observability;
  const runDemo = createDemo(telemetry, services.ask, services.demoLimits);
  mountHealth(mount, services.ledger, facts);
  mount(contract.status, () => readStatus(observability, facts.startedAt));
  mount(contract.listTraces, async ({ query }) => listTraces(telemetry.ring, query));
  mount(contract.readTrace, async ({ params }) => {
    const trace = readTrace(telemetry.ring, params.traceId);
    if (trace === undefined)
      throw new AppError(contract.traceNotFound, `This process has no trace ${params.traceId}.`, {
        hint: 'Each process keeps its last few hundred traces in memory until it restarts.',
      });
    return trace;
  });
  mount(contract.demo, ({ caller }) => runDemo(caller));
}

function mountHealth(mount: Mount<Account>, ledger: Ledger, facts: ProcessFacts): void {
  mount(contract.health, async () => {
    if (!facts.ready())
      throw new AppError(unavailable, 'The server is starting or stopping.', { retryAfterSeconds: 1 });
    const [verdict, participants] = await Promise.all([ledger.verdict(), countParticipants(ledger.database)]);
    const { recent } = ledger.metrics();
    return {
      status: 'ok' as const,
      blockchain_valid: verdict.valid,
      blockchain_state: verdict.state,
      ...(verdict.conflict === true ? { blockchain_conflict: true } : {}),
      ...(verdict.unreachablePeers === undefined
        ? {}
        : { unreachable_peers: verdict.unreachablePeers.map(({ origin }) => origin) }),
      blockchain_length: verdict.totalBlocks,
      total_participants: participants.total,
      blockGeneration: {
        percent: recent.total === 0 ? null : round((100 * recent.withinObjective) / recent.total),
        objectivePercent: BLOCK_GENERATION_OBJECTIVE_PERCENT,
        explanation:
          recent.total === 0
            ? 'No event was recorded in the last ten minutes.'
            : `${recent.withinObjective} of the last ${counted(recent.total, 'event')} saved within ${APPEND_OBJECTIVE_MILLISECONDS / 1000} seconds.`,
      },
      networkSync: {
        ...describeSync(verdict),
        objectivePercent: NETWORK_SYNC_OBJECTIVE_PERCENT,
      },
      demo: facts.demo,
      billing: facts.billing,
      version: facts.version,
      startedAt: facts.startedAt,
    };
  });
}

/** Returns how much of the chain is verified. With a fault nothing is, and nothing is signed. */
function describeSync(verdict: ChainVerdict): { percent: number | null; explanation: string } {
  const { state, error = '', totalBlocks, verifiedBlocks, checkpointSize } = verdict;
  if (state === 'invalid') return { percent: 0, explanation: `The chain has a fault, so nothing is signed. ${error}` };
  const percent = totalBlocks === 0 ? null : round((100 * verifiedBlocks) / totalBlocks);
  if (verifiedBlocks < totalBlocks)
    return {
      percent,
      explanation: `${totalBlocks - verifiedBlocks} of ${counted(totalBlocks, 'block')} not verified yet.`,
    };
  if (checkpointSize < totalBlocks)
    return {
      percent,
      explanation: `All verified, ${totalBlocks - checkpointSize} not signed yet.`,
    };
  return { percent, explanation: 'Every block is checked and signed.' };
}

const round = (percent: number) => Math.floor(percent * 10) / 10;

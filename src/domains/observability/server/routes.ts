import { APPEND_OBJECTIVE_MILLISECONDS, type Ledger } from '#domains/ledger/server/index.ts';
import { type Account, countParticipants } from '#domains/participants/server/index.ts';
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
    const behind = verdict.totalBlocks - verdict.verifiedBlocks;
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
        explanation: `Share of the last ten minutes' appends that were durable within ${APPEND_OBJECTIVE_MILLISECONDS} ms (${recent.total} appends).`,
      },
      networkSync: {
        percent: verdict.totalBlocks === 0 ? null : round((100 * verdict.verifiedBlocks) / verdict.totalBlocks),
        objectivePercent: NETWORK_SYNC_OBJECTIVE_PERCENT,
        explanation:
          behind <= 0 ? 'Every block is verified and signed.' : `Blocks waiting for the verifier: ${behind}.`,
      },
      demo: facts.demo,
      version: facts.version,
      startedAt: facts.startedAt,
    };
  });
}

const round = (percent: number) => Math.floor(percent * 10) / 10;

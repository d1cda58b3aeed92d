import type { Ledger } from '#domains/ledger/server/index.ts';
import { type Account, countParticipants } from '#domains/participants/server/index.ts';
import { AppError, unavailable } from '#platform/contract/errors.ts';
import type { Mount } from '#platform/server/http/mount.ts';
import * as contract from '../contract.ts';
import { type Ask, createDemo, type DemoLimits } from './demo/run-demo.ts';
import { describeGeneration, describeSync } from './describe-health.ts';
import { listTraces, readTrace } from './list-traces.ts';
import type { Observability } from './open-observability.ts';
import { readStatus } from './read-status.ts';

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
      blockGeneration: describeGeneration(recent),
      networkSync: describeSync(verdict),
      demo: facts.demo,
      billing: facts.billing,
      version: facts.version,
      startedAt: facts.startedAt,
    };
  });
}

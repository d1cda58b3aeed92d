import { readLastSigned } from '#domains/ledger/server/index.ts';
import type { ResponseOut } from '#platform/contract/route.ts';
import type { ExportQueue } from '#platform/server/telemetry/export-queue.ts';
import type { Destination, TelemetryConfig } from '#platform/server/telemetry/telemetry-config.ts';
import { RING_BOUNDS } from '#platform/server/telemetry/trace-ring.ts';
import type { Exporter, ObservabilityStatus, status } from '../contract.ts';
import { describeFeatures } from './describe-features.ts';
import { judgeObjective, objectives } from './objectives/objectives.ts';
import { sumMinutes } from './objectives/service-minutes.ts';
import type { Observability } from './open-observability.ts';
import { readRouteFigures } from './route-figures.ts';

const DAY_MILLISECONDS = 86_400_000;

/** Returns configuration and measurements. Contains no secrets. */
export async function readStatus(observability: Observability, startedAt: string): Promise<ResponseOut<typeof status>> {
  const { telemetry, database, clock, batches, keepCounts } = observability;
  const { config, collector, phoenix, ring } = telemetry;
  // Includes counts that are still in memory.
  await keepCounts();
  const [ledger, routes, standings] = await Promise.all([
    readLedger(observability, clock(), batches()),
    readRouteFigures(telemetry.metrics),
    judgeObjectives(database, clock()),
  ]);
  const destination = config.phoenix ?? config.collector;
  return {
    integrationStatus: describeIntegration(config),
    timestamp: new Date(clock()).toISOString(),
    features: describeFeatures(config),
    configuration: {
      enabled: destination !== undefined,
      endpoint: destination === undefined ? null : hostOf(destination),
      hasApiKey: hasKey(config.phoenix) || hasKey(config.collector),
      serviceName: config.serviceName,
      project: config.phoenix?.project ?? null,
      sampledShare: config.sampledShare,
      hidesInputs: config.hideInputs,
      hidesOutputs: config.hideOutputs,
      metrics: [
        ...(config.metricsPort === undefined ? [] : ['own port' as const]),
        ...(config.metricsToken === undefined ? [] : ['token' as const]),
      ],
    },
    exporters: [
      ...describeExporter('collector', config.collector, collector),
      ...describeExporter('phoenix', config.phoenix, phoenix),
    ],
    ring: { ...ring.held(), tracesMax: RING_BOUNDS.traces, bytesMax: RING_BOUNDS.bytes },
    ledger,
    measuredSince: startedAt,
    routes,
    objectives: standings,
  };
}

function describeIntegration({ collector, phoenix }: TelemetryConfig): ObservabilityStatus['integrationStatus'] {
  if (collector !== undefined && phoenix !== undefined) return 'collector and phoenix';
  if (phoenix !== undefined) return 'phoenix';
  return collector === undefined ? 'local' : 'collector';
}

const hostOf = ({ url }: Destination) => new URL(url).host;

const hasKey = (destination: Destination | undefined) =>
  Object.keys(destination?.headers ?? {}).some((name) => /auth|key|token/i.test(name));

function describeExporter(
  name: Exporter['destination'],
  destination: Destination | undefined,
  queue: ExportQueue | undefined,
): Exporter[] {
  if (destination === undefined || queue === undefined) return [];
  const { lastSuccessAt, lastError, ...counts } = queue.state();
  return [
    {
      destination: name,
      endpoint: hostOf(destination),
      ...counts,
      lastSuccessAt: lastSuccessAt === undefined ? null : new Date(lastSuccessAt).toISOString(),
      lastError:
        lastError === undefined
          ? null
          : {
              at: new Date(lastError.at).toISOString(),
              message: lastError.message,
              status: lastError.status ?? null,
            },
    },
  ];
}

async function readLedger(
  { database, verdict: readVerdict }: Observability,
  now: number,
  batches: ReturnType<Observability['batches']>,
): Promise<ObservabilityStatus['ledger']> {
  const [verdict, signedAt] = await Promise.all([readVerdict(), readLastSigned(database)]);
  const minutes = Math.max(1, (now - batches.since) / 60_000);
  return {
    appendsPerMinute: Math.round((10 * batches.blocks) / minutes) / 10,
    since: new Date(batches.since).toISOString(),
    batches: batches.batches,
    medianBatchSize: batches.medianSize,
    largestBatchSize: batches.largestSize,
    verifierLagBlocks: Math.max(0, verdict.totalBlocks - verdict.verifiedBlocks),
    checkpointAgeSeconds: signedAt === undefined ? null : Math.max(0, (now - Date.parse(signedAt)) / 1000),
  };
}

async function judgeObjectives(database: Observability['database'], now: number) {
  const windows = new Map<number, ReturnType<typeof sumMinutes>>();
  for (const { windowDays } of objectives)
    if (!windows.has(windowDays))
      windows.set(windowDays, sumMinutes(database, new Date(now - windowDays * DAY_MILLISECONDS)));
  return Promise.all(
    objectives.map(async (objective) => {
      const { id, version, title, explanation, targetBasisPoints, windowDays } = objective;
      const counts = await windows.get(windowDays);
      if (counts === undefined) throw new Error('every window is requested');
      const standing = judgeObjective(objective, counts);
      return { id, version, title, explanation, targetPercent: targetBasisPoints / 100, windowDays, ...standing };
    }),
  );
}

import { z } from 'zod';
import { route } from '#platform/contract/route.ts';
import { Instant } from '#platform/contract/scalars.ts';
import { canReadObservability } from './capabilities.ts';

/** The configured exporters: none, a collector, Phoenix, or both. */
export const IntegrationStatus = z.enum(['local', 'collector', 'phoenix', 'collector and phoenix']);

const Exporter = z.object({
  destination: z.enum(['collector', 'phoenix']),
  endpoint: z.string().describe('Host name only.'),
  sent: z.int(),
  failed: z.int(),
  dropped: z.int().describe('Spans dropped because the queue was full.'),
  queued: z.int(),
  lastSuccessAt: Instant.nullable(),
  lastError: z.object({ at: Instant, message: z.string(), status: z.int().nullable() }).nullable(),
});
export type Exporter = z.infer<typeof Exporter>;

const RouteFigures = z.object({
  method: z.string(),
  route: z.string(),
  requests: z.int(),
  clientErrors: z.int().describe('Responses with status 400 to 499.'),
  serverErrors: z.int().describe('Responses with status 500 and above.'),
  p50: z.number().describe('Milliseconds, estimated from a histogram.'),
  p95: z.number(),
  p99: z.number(),
});
export type RouteFigures = z.infer<typeof RouteFigures>;

const ObjectiveStanding = z.object({
  id: z.string(),
  version: z.int(),
  title: z.string(),
  explanation: z.string(),
  targetPercent: z.number(),
  windowDays: z.int(),
  total: z.int(),
  bad: z.int(),
  goodPercent: z.number().nullable().describe('Null if nothing happened in the window.'),
  budget: z.number().describe('Failures that the objective allows for the requests so far.'),
  budgetLeft: z.number().nullable().describe('Share left: 1 is untouched, 0 is used up, below 0 is overspent.'),
  met: z.boolean(),
});
export type ObjectiveStanding = z.infer<typeof ObjectiveStanding>;

export const ObservabilityStatus = z.object({
  integrationStatus: IntegrationStatus,
  timestamp: Instant,
  features: z.array(z.object({ name: z.string(), description: z.string(), active: z.boolean() })).max(20),
  configuration: z.object({
    enabled: z.boolean().describe('True when traces leave the server.'),
    endpoint: z.string().nullable().describe('Host that receives traces. The rest of the URL is never shown.'),
    hasApiKey: z.boolean(),
    serviceName: z.string(),
    project: z.string().nullable(),
    sampledShare: z.number(),
    hidesInputs: z.boolean(),
    hidesOutputs: z.boolean(),
    metrics: z.array(z.enum(['own port', 'token'])).describe('Where /metrics is served. Empty if it is not served.'),
  }),
  exporters: z.array(Exporter).max(2),
  ring: z.object({ traces: z.int(), bytes: z.int(), tracesMax: z.int(), bytesMax: z.int() }),
  ledger: z.object({
    appendsPerMinute: z.number(),
    since: Instant.describe('Start of the counting window, at most ten minutes ago.'),
    batches: z.int(),
    medianBatchSize: z.int(),
    largestBatchSize: z.int(),
    verifierLagBlocks: z.int(),
    checkpointAgeSeconds: z.number().nullable(),
  }),
  measuredSince: Instant.describe('Start of this process, from which latency and errors are counted.'),
  routes: z.array(RouteFigures).max(500),
  objectives: z.array(ObjectiveStanding).max(20),
});
export type ObservabilityStatus = z.infer<typeof ObservabilityStatus>;

export const status = route({
  method: 'GET',
  path: '/api/observability/status',
  tag: 'Operations',
  summary: 'Read performance, exporters and objectives',
  description:
    'Returns the configuration, exporter results, latency and errors by route, append metrics, and the service objectives with their error budgets. Contains no key and no full URL.',
  access: { may: canReadObservability },
  response: ObservabilityStatus,
});

import { z } from 'zod';
import { route } from '#platform/contract/route.ts';
import { Instant } from '#platform/contract/scalars.ts';
import { canReadObservability } from './capabilities.ts';

/** What is set up, in the order of how much: nothing leaves the server, to a collector, to Phoenix, to both. */
export const IntegrationStatus = z.enum(['local', 'collector', 'phoenix', 'collector and phoenix']);

const Exporter = z.object({
  destination: z.enum(['collector', 'phoenix']),
  endpoint: z.string().describe('The host alone.'),
  sent: z.int(),
  failed: z.int(),
  dropped: z.int().describe('Spans that found the queue full.'),
  queued: z.int(),
  lastSuccessAt: Instant.nullable(),
  lastError: z.object({ at: Instant, message: z.string(), status: z.int().nullable() }).nullable(),
});
export type Exporter = z.infer<typeof Exporter>;

const RouteFigures = z.object({
  method: z.string(),
  route: z.string(),
  requests: z.int(),
  clientErrors: z.int().describe('Answers of 400 to 499.'),
  serverErrors: z.int().describe('Answers of 500 and above.'),
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
  goodPercent: z.number().nullable().describe('Null while nothing happened in the window.'),
  budget: z.number().describe('How many may be bad of what has happened so far.'),
  budgetLeft: z.number().nullable().describe('1 untouched, 0 used up, below 0 overdrawn.'),
  met: z.boolean(),
});
export type ObjectiveStanding = z.infer<typeof ObjectiveStanding>;

export const ObservabilityStatus = z.object({
  integrationStatus: IntegrationStatus,
  timestamp: Instant,
  features: z.array(z.object({ name: z.string(), description: z.string(), active: z.boolean() })).max(20),
  configuration: z.object({
    enabled: z.boolean().describe('True when traces leave the server.'),
    endpoint: z.string().nullable().describe('The host that traces go to, never more of the address.'),
    hasApiKey: z.boolean(),
    serviceName: z.string(),
    project: z.string().nullable(),
    sampledShare: z.number(),
    hidesInputs: z.boolean(),
    hidesOutputs: z.boolean(),
    metrics: z.array(z.enum(['own port', 'token'])).describe('Where /metrics is served; empty: nowhere.'),
  }),
  exporters: z.array(Exporter).max(2),
  ring: z.object({ traces: z.int(), bytes: z.int(), tracesMax: z.int(), bytesMax: z.int() }),
  ledger: z.object({
    appendsPerMinute: z.number(),
    since: Instant.describe('From when on the appends are counted: ten minutes at most.'),
    batches: z.int(),
    medianBatchSize: z.int(),
    largestBatchSize: z.int(),
    verifierLagBlocks: z.int(),
    checkpointAgeSeconds: z.number().nullable(),
  }),
  measuredSince: Instant.describe('Latency and errors count from here: the start of this process.'),
  routes: z.array(RouteFigures).max(500),
  objectives: z.array(ObjectiveStanding).max(20),
});
export type ObservabilityStatus = z.infer<typeof ObservabilityStatus>;

export const status = route({
  method: 'GET',
  path: '/api/observability/status',
  tag: 'Operations',
  summary: 'How does it run, and where do its traces go?',
  description:
    'What is set up, what the exporters really did, latency and errors by route, how the ledger takes events, and the service objectives with their error budgets. No key and no full address is in it.',
  access: { may: canReadObservability },
  response: ObservabilityStatus,
});

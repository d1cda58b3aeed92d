import type { TelemetryConfig } from '#platform/server/telemetry/telemetry-config.ts';
import type { ObservabilityStatus } from '../contract.ts';

/** Lists the observability features and whether each is on. */
export function describeFeatures(config: TelemetryConfig): ObservabilityStatus['features'] {
  const { collector, phoenix, sampledShare } = config;
  return [
    {
      name: 'Request tracing',
      description:
        'A trace for each request, down to its database statements and the commit of its block. The request id is the trace id.',
      active: sampledShare > 0,
    },
    {
      name: 'Assistant tracing',
      description: 'OpenInference spans for the assistant: the agent, its tools, its searches and the model.',
      active: sampledShare > 0,
    },
    {
      name: 'Phoenix',
      description: 'Assistant spans go to Arize Phoenix over OTLP. Nothing else does.',
      active: phoenix !== undefined,
    },
    {
      name: 'OpenTelemetry collector',
      description: 'All spans go to a collector over OTLP.',
      active: collector !== undefined,
    },
    {
      name: 'Content masking',
      description: 'Questions and answers are removed from spans before they are stored or sent.',
      active: config.hideInputs && config.hideOutputs,
    },
    {
      name: 'Prometheus metrics',
      description: 'Latency, appends, batches, verifier lag, connection pool and event loop at /metrics.',
      active: config.metricsPort !== undefined || config.metricsToken !== undefined,
    },
    {
      name: 'Service objectives',
      description: 'Objectives with error budgets, counted per minute and stored in the database.',
      active: true,
    },
  ];
}

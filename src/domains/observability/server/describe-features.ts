import type { TelemetryConfig } from '#platform/server/telemetry/telemetry-config.ts';
import type { ObservabilityStatus } from '../contract.ts';

/** What observability does here, and which of it is switched on. */
export function describeFeatures(config: TelemetryConfig): ObservabilityStatus['features'] {
  const { collector, phoenix, sampledShare } = config;
  return [
    {
      name: 'Request tracing',
      description:
        'A trace for each request, down to the database statements and the commit of its block. The request id is the trace id.',
      active: sampledShare > 0,
    },
    {
      name: 'Assistant tracing',
      description: 'What the assistant does, as OpenInference spans: the agent, its tools, its searches, the model.',
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
      description: 'What people ask and what they are answered is taken out of spans before they are kept or sent.',
      active: config.hideInputs && config.hideOutputs,
    },
    {
      name: 'Prometheus metrics',
      description: 'Latency, appends, batches, verifier lag, pool and event loop at /metrics.',
      active: config.metricsPort !== undefined || config.metricsToken !== undefined,
    },
    {
      name: 'Service objectives',
      description: 'Objectives with error budgets, measured by the minute and kept in the database.',
      active: true,
    },
  ];
}

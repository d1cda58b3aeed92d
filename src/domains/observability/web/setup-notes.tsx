import type { ObservabilityStatus } from '#domains/observability/contract.ts';
import { formatShare } from '#platform/web/format-number.ts';
import { SkeletonText } from '#platform/web/ui/feedback/skeleton.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { CodeBlock } from '#platform/web/ui/value/code-block.tsx';
import { KeyValueList } from '#platform/web/ui/value/key-value-list.tsx';

const notes = [
  {
    title: 'Send assistant traces to Phoenix',
    words: 'Phoenix receives traces at /v1/traces. If it has no authentication, omit the key.',
    label: 'commands for Phoenix',
    code: 'export PHOENIX_COLLECTOR_ENDPOINT=http://localhost:6006\nexport PHOENIX_API_KEY_FILE=/run/secrets/phoenix-key\nexport PHOENIX_PROJECT=cairn\nnpm start',
  },
  {
    title: 'Send every trace to a collector',
    words:
      'Any collector that accepts OTLP over HTTP with protobuf. Headers are secret and never appear on a page or in a log.',
    label: 'commands for a collector',
    code: 'export OTEL_EXPORTER_OTLP_ENDPOINT=https://collector.example.org:4318\nexport OTEL_EXPORTER_OTLP_HEADERS="authorization=Bearer%20…"\nexport OTEL_TRACES_SAMPLER_ARG=0.1\nnpm start',
  },
  {
    title: 'Let Prometheus read the metrics',
    words: 'On its own loopback port, or on the main port with a token.',
    label: 'commands for Prometheus',
    code: 'export CAIRN_METRICS_PORT=9464\nnpm start\ncurl http://127.0.0.1:9464/metrics',
  },
] as const;

/** The configuration, and the commands to change it. Never shows the key. */
export function SetupNotes({ status }: { status: ObservabilityStatus | undefined }) {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <Card title="Configuration" description="Read once when the server starts.">
        {status ? <Configuration configuration={status.configuration} /> : <SkeletonText lines={8} />}
      </Card>
      <Card title="Setup notes" description="Traces leave the server only if its environment sets an endpoint.">
        <div className="flex flex-col gap-6">
          {notes.map(({ title, words, label, code }) => (
            <div key={title}>
              <h3 className="font-medium">{title}</h3>
              <p className="mt-0.5 mb-3 text-13 text-pretty text-muted">{words}</p>
              <CodeBlock label={label} code={code} />
            </div>
          ))}
        </div>
      </Card>
    </div>
  );
}

function Configuration({ configuration }: { configuration: ObservabilityStatus['configuration'] }) {
  const { enabled, endpoint, hasApiKey, serviceName, project, sampledShare, metrics } = configuration;
  return (
    <KeyValueList
      items={[
        { label: 'Export', value: enabled ? 'On' : 'Off' },
        { label: 'Endpoint', value: endpoint ?? 'Not set' },
        { label: 'API key', value: hasApiKey ? 'Set' : 'Not set' },
        { label: 'Service name', value: serviceName },
        { label: 'Project', value: project ?? 'None' },
        { label: 'Traces kept', value: formatShare(sampledShare, 2) },
        { label: 'Inputs', value: configuration.hidesInputs ? 'Masked' : 'Included' },
        { label: 'Outputs', value: configuration.hidesOutputs ? 'Masked' : 'Included' },
        { label: '/metrics', value: metrics.length === 0 ? 'Not served' : metrics.join(', ') },
      ]}
    />
  );
}

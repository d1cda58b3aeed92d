import type { Exporter, ObservabilityStatus } from '#domains/observability/contract.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { KeyValueList } from '#platform/web/ui/value/key-value-list.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';

const names = { collector: 'OpenTelemetry collector', phoenix: 'Phoenix' } as const;

/** Spans that each exporter sent, failed to send and dropped, or a note that there is none. */
export function Exporters({ status }: { status: ObservabilityStatus }) {
  if (status.exporters.length === 0)
    return (
      <p className="text-pretty text-muted">
        No endpoint is set, so nothing leaves this server. The last {formatCount(status.ring.traces)} traces are in
        memory, under Traces.
      </p>
    );
  return (
    <div className="flex flex-col gap-5">
      {status.exporters.map((exporter) => (
        <div key={exporter.destination}>
          <h3 className="mb-2 font-medium">
            {names[exporter.destination]} <span className="font-normal text-muted">{exporter.endpoint}</span>
          </h3>
          <dl className="mb-3 grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-4">
            <Spans name="Sent" count={exporter.sent} />
            <Spans name="Failed" count={exporter.failed} />
            <Spans name="Dropped" count={exporter.dropped} />
            <Spans name="Queued" count={exporter.queued} />
          </dl>
          <KeyValueList
            items={[
              { label: 'Last success', value: <Time at={exporter.lastSuccessAt} unknown="None yet" /> },
              { label: 'Last error', value: <LastError error={exporter.lastError} /> },
            ]}
          />
        </div>
      ))}
    </div>
  );
}

function Spans({ name, count }: { name: string; count: number }) {
  return (
    <div>
      <dt className="text-13 text-muted">{name}</dt>
      <dd className="tabular font-medium">{formatCount(count)} spans</dd>
    </div>
  );
}

function LastError({ error }: { error: Exporter['lastError'] }) {
  if (error === null) return 'None';
  return (
    <span data-tone="red" className="text-tone-ink">
      {error.message} <Time at={error.at} />
    </span>
  );
}

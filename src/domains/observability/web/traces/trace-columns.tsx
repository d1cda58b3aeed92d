import { Sparkles } from 'lucide-react';
import type { TraceSummary } from '#domains/observability/contract.ts';
import { formatDuration } from '#platform/web/format-duration.ts';
import type { Column } from '#platform/web/ui/table/data-table-model.ts';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { IdChip } from '#platform/web/ui/value/id-chip.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';

/** Columns of the trace list. */
export const traceColumns: readonly Column<TraceSummary>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ name, assistant }) => (
      <span className="inline-flex flex-wrap items-center gap-2">
        <span className="font-mono text-12 wrap-anywhere">{name}</span>
        {assistant ? (
          <Badge tone="purple" icon={<Sparkles aria-hidden="true" size={12} />}>
            assistant
          </Badge>
        ) : null}
      </span>
    ),
    text: ({ name }) => name,
    hideable: false,
    phone: 'title',
  },
  {
    id: 'status',
    header: 'Status',
    cell: (trace) => <TraceStatus trace={trace} />,
    text: ({ status, failed }) => status ?? (failed ? 'failed' : 'ok'),
    phone: 'mark',
  },
  {
    id: 'duration',
    header: 'Duration',
    cell: ({ milliseconds }) => <span className="tabular whitespace-nowrap">{formatDuration(milliseconds)}</span>,
    text: ({ milliseconds }) => milliseconds,
    phone: 'value',
    align: 'end',
  },
  {
    id: 'spans',
    header: 'Spans',
    cell: ({ spans }) => <span className="tabular">{spans}</span>,
    text: ({ spans }) => spans,
    align: 'end',
    phone: 'none',
  },
  {
    id: 'started',
    header: 'Started',
    cell: ({ startedAt }) => <Time at={startedAt} />,
    text: ({ startedAt }) => startedAt,
    phone: 'value',
  },
  {
    id: 'trace',
    header: 'Trace id',
    cell: ({ traceId }) => <IdChip id={traceId} label="trace id" />,
    text: ({ traceId }) => traceId,
    phone: 'none',
  },
];

/** The status as a number, or as a word if there is none. */
export function TraceStatus({ trace: { status, failed } }: { trace: Pick<TraceSummary, 'status' | 'failed'> }) {
  const tone = failed ? 'red' : status !== null && status >= 400 ? 'amber' : 'green';
  return <Badge tone={tone}>{status ?? (failed ? 'failed' : 'ok')}</Badge>;
}

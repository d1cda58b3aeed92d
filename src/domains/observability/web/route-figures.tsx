import type { RouteFigures as Figures, ObservabilityStatus } from '#domains/observability/contract.ts';
import { formatDuration } from '#platform/web/format-duration.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import type { Column } from '#platform/web/ui/table/data-table-model.ts';
import { Time } from '#platform/web/ui/value/time.tsx';

/** Latency and errors by route, sortable and exportable. */
export function RouteFigures({ status }: { status: ObservabilityStatus | undefined }) {
  return (
    <DataTable
      name="Latency and errors by route"
      columns={columns}
      rows={status?.routes}
      rowKey={({ method, route }) => `${method} ${route}`}
      skeletonRows={8}
      toolbar={
        <>
          <h2 className="text-14 font-semibold text-ink">By route</h2>
          {status ? (
            <span>
              since <Time at={status.measuredSince} />, in this process; estimated from a histogram
            </span>
          ) : null}
        </>
      }
      empty={<EmptyState title="No requests yet" description="Numbers appear after the first request." />}
    />
  );
}

const number = (id: keyof Figures & string, header: string, hiddenAtFirst = false): Column<Figures> => ({
  id,
  header,
  cell: (row) => <span className="tabular">{formatCount(Number(row[id]))}</span>,
  text: (row) => row[id],
  sortable: true,
  align: 'end',
  hiddenAtFirst,
});
const duration = (id: 'p50' | 'p95' | 'p99', header: string): Column<Figures> => ({
  id,
  header,
  cell: (row) => <span className="tabular whitespace-nowrap">{formatDuration(row[id])}</span>,
  text: (row) => row[id],
  sortable: true,
  align: 'end',
});

const columns: readonly Column<Figures>[] = [
  {
    id: 'route',
    header: 'Route',
    cell: ({ method, route }) => (
      <span className="font-mono text-12 wrap-anywhere">
        <span className="text-muted">{method}</span> {route}
      </span>
    ),
    text: ({ method, route }) => `${method} ${route}`,
    sortable: true,
    hideable: false,
    phone: 'title',
  },
  number('requests', 'Requests'),
  duration('p50', 'p50'),
  duration('p95', 'p95'),
  duration('p99', 'p99'),
  number('clientErrors', '4xx'),
  number('serverErrors', '5xx'),
];

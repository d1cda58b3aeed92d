import { useQuery } from '@tanstack/react-query';
import { FileJson } from 'lucide-react';
import { useMemo } from 'react';
import { formatCount, nounFor } from '#platform/web/format-number.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { PageSize } from '#platform/web/ui/table/page-size.tsx';
import { pageSizes } from '#platform/web/ui/table/page-sizes.ts';
import { Pagination } from '#platform/web/ui/table/pagination.tsx';
import { ReadAt } from '#platform/web/ui/value/read-at.tsx';
import { auditColumns } from './audit-columns.tsx';
import { filterOf } from './audit-filters.tsx';
import { type AuditSearch, defaultPageSize } from './audit-search.ts';
import { describeFilter } from './describe-filter.ts';
import { DownloadLog } from './download-log.tsx';
import { auditLogQuery } from './queries.ts';

export type AuditResultsProps = {
  search: AuditSearch;
  onChange: (next: AuditSearch) => void;
  /** Returns the words for a block with this action. */
  wordsOf: (action: string) => string;
};

/** Shows the generated log one page at a time, with export of every entry. */
export function AuditResults({ search, onChange, wordsOf }: AuditResultsProps) {
  const { generated, page = 1, limit = defaultPageSize, clock } = search;
  const filter = filterOf(search);
  const columns = useMemo(() => auditColumns(clock ?? 'recorded', wordsOf), [clock, wordsOf]);
  const log = useQuery({ ...auditLogQuery(filter, { page, limit }), enabled: generated === 'yes' });
  if (generated !== 'yes')
    return (
      <div className="mt-6 rounded-12 border border-line border-dashed">
        <EmptyState
          title="No log generated yet"
          description="Choose dates, a participant or an asset above, or leave the filters empty, then generate the log."
        />
      </div>
    );
  if (log.error && !log.data)
    return (
      <div className="mt-6">
        <ErrorState title="Couldn't load the audit log" error={log.error} onRetry={() => void log.refetch()} />
      </div>
    );
  const { auditEntries, summary, pagination } = log.data ?? {};
  return (
    <div className="mt-6">
      <DataTable
        name="Audit log"
        key={clock}
        columns={columns}
        rows={auditEntries}
        rowKey={(entry) => entry.eventId}
        skeletonRows={10}
        refreshing={log.isPlaceholderData}
        onExport={null}
        toolbar={
          <>
            <h2 className="text-14 font-semibold text-ink">{describeFilter(filter)}</h2>
            {summary ? (
              <span className="tabular">
                {formatCount(summary.totalEntries)}
                {pagination?.totalIsEstimate ? ' or more' : ''} {nounFor(summary.totalEntries, 'entry', 'entries')}
              </span>
            ) : (
              <Skeleton className="h-4 w-20" />
            )}
            <ReadAt at={log.dataUpdatedAt} />
            {/* Also while the page loads: the buttons may take a line of their own on a phone, and must not move the list. */}
            {auditEntries?.length === 0 ? null : (
              <span className="ml-auto flex flex-wrap gap-2">
                <DownloadLog filter={filter} format="jsonl" icon={<FileJson aria-hidden="true" size={14} />} />
                <DownloadLog filter={filter} format="csv" />
              </span>
            )}
          </>
        }
        empty={
          <EmptyState
            title="No matching entries"
            description="Widen the date range, or clear the participant and asset filters."
            action={<Button onClick={() => onChange({ from: undefined, to: undefined })}>Show all dates</Button>}
          />
        }
      />
      {pagination ? (
        <div className="mt-1 flex flex-wrap items-center justify-between gap-3">
          <PageSize
            sizes={pageSizes}
            value={limit}
            onChange={(size) => onChange({ page: undefined, limit: sizeOf(size) })}
          />
          <Pagination
            label="Audit log"
            page={page}
            totalPages={pagination.totalPages}
            onPageChange={(next) => onChange({ page: next === 1 ? undefined : next })}
          />
        </div>
      ) : null}
    </div>
  );
}

const sizeOf = (size: number) => (size === defaultPageSize ? undefined : pageSizes.find((each) => each === size));

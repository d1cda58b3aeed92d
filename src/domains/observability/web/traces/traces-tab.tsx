import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { FilterBar, FilterFold, FilterToggle } from '#platform/web/ui/table/filter-bar.tsx';
import { Pagination } from '#platform/web/ui/table/pagination.tsx';
import { useDebounced } from '#platform/web/ui/timing/use-debounced.ts';
import { leastMilliseconds, type ObservabilitySearch, statuses, type TraceFilter } from '../observability-search.ts';
import { tracesQuery } from '../queries.ts';
import { traceColumns } from './trace-columns.tsx';

type TracesTabProps = {
  filter: TraceFilter;
  open: string | undefined;
  onFilter: (next: ObservabilitySearch) => void;
  onOpen: (traceId: string) => void;
};

/** Recent traces, filtered by route, status and duration. Each opens as a waterfall. */
export function TracesTab({ filter, open, onFilter, onOpen }: TracesTabProps) {
  const { route, status, min, page } = filter;
  const traces = useQuery(tracesQuery({ route, status, min, page }));
  const { pagination } = traces.data ?? {};
  if (traces.error && !traces.data)
    return <ErrorState title="Couldn't load the traces" error={traces.error} onRetry={() => void traces.refetch()} />;
  return (
    <div className="flex flex-col gap-4">
      <TraceFilters filter={filter} onFilter={onFilter} />
      <DataTable
        name="Recent traces"
        columns={traceColumns}
        rows={traces.data?.traces}
        rowKey={({ traceId }) => traceId}
        skeletonRows={10}
        selectedKey={open}
        onOpen={({ traceId }) => onOpen(traceId)}
        refreshing={traces.isPlaceholderData}
        empty={
          <EmptyState
            title="No matching traces"
            description="Widen the filter. Only the last few hundred traces since the server started are stored."
          />
        }
      />
      {pagination ? (
        <Pagination
          label="Recent traces"
          page={page ?? 1}
          totalPages={pagination.totalPages}
          onPageChange={(next) => onFilter({ page: next === 1 ? undefined : next })}
        />
      ) : null}
    </div>
  );
}

const anyOption = (label: string) => ({ value: '', label });
const statusOptions = [
  anyOption('Any status'),
  ...statuses.map((value) => ({
    value,
    label: value === 'ok' ? 'OK' : value === 'failed' ? 'Failed' : value,
  })),
];
const leastOptions = [
  anyOption('Any duration'),
  ...leastMilliseconds.map((value) => ({ value, label: `${value} ms or more` })),
];

function TraceFilters({ filter, onFilter }: Pick<TracesTabProps, 'filter' | 'onFilter'>) {
  const [typed, setTyped] = useState(filter.route ?? '');
  const route = useDebounced(typed);
  // Only typing changes the URL. A URL that changes otherwise comes with its own page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => {
    if (route !== (filter.route ?? '')) onFilter({ route: route || undefined, page: undefined });
  }, [route]);
  return (
    <FilterBar
      active={[filter.status, filter.min].filter(Boolean).length}
      className="grid grid-cols-[minmax(0,1fr)_auto] gap-3 md:grid-cols-[minmax(0,1fr)_12rem_12rem]"
    >
      <Field label="Route" labelHidden>
        {(control) => (
          <TextField
            {...control}
            type="search"
            placeholder="Filter by route, such as /api/assets"
            leading={<Search aria-hidden="true" size={15} />}
            value={typed}
            onChange={({ target: { value } }) => setTyped(value)}
          />
        )}
      </Field>
      <FilterToggle />
      <FilterFold>
        <Field label="Status" labelHidden>
          {(control) => (
            <Select
              {...control}
              options={statusOptions}
              value={filter.status ?? ''}
              onChange={({ target: { value } }) =>
                onFilter({ status: statuses.find((each) => each === value), page: undefined })
              }
            />
          )}
        </Field>
        <Field label="Minimum duration" labelHidden>
          {(control) => (
            <Select
              {...control}
              options={leastOptions}
              value={filter.min ?? ''}
              onChange={({ target: { value } }) =>
                onFilter({ min: leastMilliseconds.find((each) => each === value), page: undefined })
              }
            />
          )}
        </Field>
      </FilterFold>
    </FilterBar>
  );
}

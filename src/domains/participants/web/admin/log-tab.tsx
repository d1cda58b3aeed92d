import { useQuery } from '@tanstack/react-query';
import type { AdminLogEntry } from '#domains/participants/contract.ts';
import { formatCounted } from '#platform/web/format-number.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import type { Column } from '#platform/web/ui/table/data-table-model.ts';
import { Pagination } from '#platform/web/ui/table/pagination.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { SearchField } from '../search-field.tsx';
import type { AdminTabProps } from './admin-search.ts';
import { adminLogQuery } from './queries.ts';

const words = (value: unknown) => (value === null || value === undefined ? 'nothing' : String(value));

/** Formats the changed fields, such as `role: retailer → resident`. */
const changesOf = ({ before, after }: AdminLogEntry) =>
  Object.keys(after).map((field) => ({ field, before: words(before[field]), after: words(after[field]) }));

const columns: readonly Column<AdminLogEntry>[] = [
  {
    id: 'at',
    header: 'When',
    cell: ({ at }) => <Time at={at} format="minute" />,
    text: ({ at }) => at,
    phone: 'value',
  },
  { id: 'actor', header: 'Actor', cell: ({ actor }) => actor, text: ({ actor }) => actor, phone: 'mark' },
  { id: 'action', header: 'Action', cell: ({ action }) => action, text: ({ action }) => action, phone: 'title' },
  { id: 'target', header: 'Account', cell: ({ target }) => target ?? '–', text: ({ target }) => target ?? '' },
  {
    id: 'changes',
    header: 'Before and after',
    cell: (entry) => (
      <ul className="text-13">
        {changesOf(entry).map(({ field, before, after }) => (
          <li key={field} className="truncate">
            <span className="text-muted">{field}: </span>
            {before === 'nothing' ? null : (
              <>
                <del className="text-muted">{before}</del> <span aria-hidden="true">→</span>{' '}
              </>
            )}
            <ins className="no-underline">{after}</ins>
          </li>
        ))}
      </ul>
    ),
    text: (entry) =>
      changesOf(entry)
        .map(({ field, before, after }) => `${field}: ${before} → ${after}`)
        .join('; '),
    phone: 'block',
  },
  {
    id: 'address',
    header: 'From',
    cell: ({ address }) => <span className="font-mono text-12">{address ?? 'unknown'}</span>,
    text: ({ address }) => address ?? '',
    hiddenAtFirst: true,
  },
];

/** The permanent log of changes to accounts. */
export function LogTab({ search, onChange }: AdminTabProps) {
  const { data, error, isPlaceholderData, refetch } = useQuery(adminLogQuery(search));
  const total = data?.pagination.total ?? 0;
  return (
    <>
      <search className="mb-4 block max-w-96">
        <SearchField
          label="Account"
          placeholder="Exact username"
          applied={search.who ?? ''}
          onApply={(text) => onChange({ who: text })}
        />
      </search>
      {error && !data ? (
        <ErrorState title="Couldn't load the log" error={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          name="Administration log"
          columns={columns}
          rows={data?.entries}
          rowKey={({ id }) => String(id)}
          skeletonRows={5}
          refreshing={isPlaceholderData}
          toolbar={<span className="tabular">{data ? formatCounted(total, 'entry', 'entries') : 'Counting…'}</span>}
          empty={
            <EmptyState
              title={search.who ? `No entries for ${search.who}` : 'No changes yet'}
              action={search.who ? <Button onClick={() => onChange({ who: undefined })}>Show all</Button> : null}
            />
          }
        />
      )}
      {data ? (
        <Pagination
          label="Log"
          page={search.page ?? 1}
          totalPages={data.pagination.totalPages}
          onPageChange={(page) => onChange({ page })}
        />
      ) : null}
    </>
  );
}

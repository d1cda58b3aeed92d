import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { classNames } from '../tokens/class-names.ts';
import type { Column, Sort } from './data-table-model.ts';

/** A table head with a button on each sortable column. It sticks below the page's header, or to the top of a table that scrolls. */
export function DataTableHead<Row>({
  columns,
  sort,
  onToggleSort,
  scrollsWith,
}: {
  columns: readonly Column<Row>[];
  sort: Sort | null;
  onToggleSort: (id: string) => void;
  scrollsWith: 'page' | 'table';
}) {
  return (
    <thead
      className={classNames(
        'sticky z-10 bg-surface shadow-[0_1px_0_var(--stone-6)]',
        scrollsWith === 'page' ? 'top-14' : 'top-0',
      )}
    >
      <tr>
        {columns.map((column) => {
          const sorted = sort?.id === column.id ? (sort.descending ? 'descending' : 'ascending') : undefined;
          return (
            <th
              key={column.id}
              scope="col"
              {...(sorted ? { 'aria-sort': sorted } : {})}
              className={classNames(
                'h-9 px-3 text-12 font-medium whitespace-nowrap text-muted first:pl-5 last:pr-5',
                column.onlyWide && 'max-xl:hidden',
                column.align === 'end' ? 'pr-8 text-right' : 'text-left',
              )}
            >
              {column.sortable ? (
                <button
                  type="button"
                  onClick={() => onToggleSort(column.id)}
                  className={classNames(
                    'group/sort -mx-1.5 inline-flex min-h-6 items-center gap-1 rounded-6 px-1.5 hover:bg-hover hover:text-ink',
                    sorted && 'text-ink',
                    column.align === 'end' && 'flex-row-reverse',
                  )}
                >
                  {column.header}
                  <SortSign sorted={sorted} />
                </button>
              ) : (
                column.header
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

function SortSign({ sorted }: { sorted: 'ascending' | 'descending' | undefined }) {
  if (sorted === 'ascending') return <ArrowUp aria-hidden="true" size={12} className="text-accent-ink" />;
  if (sorted === 'descending') return <ArrowDown aria-hidden="true" size={12} className="text-accent-ink" />;
  return (
    <ChevronsUpDown
      aria-hidden="true"
      size={12}
      className="text-faint opacity-0 group-hover/sort:opacity-100 group-focus-visible/sort:opacity-100 pointer-coarse:opacity-100"
    />
  );
}

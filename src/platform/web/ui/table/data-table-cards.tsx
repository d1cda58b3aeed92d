import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../action/button.tsx';
import type { Column } from './data-table-model.ts';

/** Cards are long and phones are slow, so this many are shown at a time. */
const cardsAtOnce = 50;

/** Shows the rows as cards, one below the other, for phones. */
export function DataTableCards<Row>({
  label,
  columns,
  rows,
  rowKey,
  selectedKey,
  onOpen,
}: {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  selectedKey: string | undefined;
  onOpen: ((row: Row) => void) | undefined;
}) {
  const [limit, setLimit] = useState(cardsAtOnce);
  const title = columns.find((column) => column.card === 'title') ?? columns[0];
  const marks = columns.filter((column) => column.card === 'mark');
  const fields = columns.filter((column) => column !== title && (column.card ?? 'field') === 'field');
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {rows.slice(0, limit).map((row) => {
        const key = rowKey(row);
        return (
          <li
            key={key}
            aria-current={selectedKey === key || undefined}
            className="px-4 py-3.5 aria-current:bg-accent-soft"
          >
            <div className="flex items-center justify-between gap-3">
              <div className="min-w-0 truncate font-medium">{title?.cell(row)}</div>
              <div className="flex shrink-0 items-center gap-1.5">
                {marks.map((column) => (
                  <span key={column.id}>{column.cell(row)}</span>
                ))}
                {onOpen ? (
                  <button
                    type="button"
                    aria-label="Open"
                    onClick={() => onOpen(row)}
                    className="-mr-2.5 grid size-control place-items-center rounded-6 text-faint hover:bg-hover"
                  >
                    <ChevronRight aria-hidden="true" size={16} />
                  </button>
                ) : null}
              </div>
            </div>
            <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-13">
              {fields.map((column) => (
                <div key={column.id} className="contents">
                  <dt className="leading-6 text-muted">{column.header}</dt>
                  <dd className="tabular min-w-0 text-right leading-6 wrap-anywhere [&_time]:whitespace-normal">
                    {column.cell(row)}
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        );
      })}
      {rows.length > limit ? (
        <li className="p-4">
          <Button className="w-full" onClick={() => setLimit(limit + cardsAtOnce)}>
            Show more
          </Button>
        </li>
      ) : null}
    </ul>
  );
}

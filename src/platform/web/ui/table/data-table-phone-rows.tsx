import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../action/button.tsx';
import { classNames } from '../tokens/class-names.ts';
import { absentIn, type Column } from './data-table-model.ts';

/** Phones are slow, so this many rows are shown at a time. */
const rowsAtOnce = 50;

export type DataTablePhoneRowsProps<Row> = {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  selectedKey: string | undefined;
  onOpen: ((row: Row) => void) | undefined;
};

/** Shows each row in two lines: title and marks, then the other values. The whole row opens it. */
export function DataTablePhoneRows<Row>({ label, columns, rows, ...shared }: DataTablePhoneRowsProps<Row>) {
  const [limit, setLimit] = useState(rowsAtOnce);
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {rows.slice(0, limit).map((row) => (
        <PhoneRow key={shared.rowKey(row)} row={row} columns={columns} {...shared} />
      ))}
      {rows.length > limit ? (
        <li className="p-4">
          <Button className="w-full" onClick={() => setLimit(limit + rowsAtOnce)}>
            Show more
          </Button>
        </li>
      ) : null}
    </ul>
  );
}

type PhoneRowProps<Row> = Omit<DataTablePhoneRowsProps<Row>, 'label' | 'rows'> & { row: Row };

function PhoneRow<Row>({ row, columns, rowKey, selectedKey, onOpen }: PhoneRowProps<Row>) {
  const title = columns.find((column) => column.phone === 'title') ?? columns[0];
  /** Reports whether a value repeats the title, such as the ID of an item without a name. */
  const saysTheSame = ({ text }: Column<Row>) => {
    const said = text?.(row);
    return typeof said === 'string' && said !== '' && said === title?.text?.(row);
  };
  const placed = (...places: Column<Row>['phone'][]) =>
    columns.flatMap((column) => {
      if (column === title || !places.includes(column.phone ?? 'labeled') || saysTheSame(column)) return [];
      const content = column.cell(row) ?? '';
      return content === '' ? [] : [{ ...column, content }];
    });
  const marks = placed('mark');
  const values = placed('value', 'labeled');
  const blocks = placed('block');
  return (
    <li
      aria-current={selectedKey === rowKey(row) || undefined}
      className="relative flex items-center gap-2 px-4 py-2.5 active:bg-hover aria-current:bg-accent-soft [&_a]:relative [&_a]:z-10 [&_button]:relative [&_button]:z-10"
    >
      <div className="min-w-0 flex-1">
        <div className="flex items-start justify-between gap-3">
          <div className="min-w-0 font-medium wrap-anywhere">{title?.cell(row) ?? (title && absentIn(title, row))}</div>
          <div className="flex shrink-0 flex-wrap items-center justify-end gap-1.5">
            {marks.map((column) => (
              <span key={column.id}>{column.content}</span>
            ))}
          </div>
        </div>
        {/* The dot before the first value of each line is outside and clipped. */}
        <div className="overflow-clip">
          <ul
            className={classNames(
              'mt-0.5 -ml-4 flex flex-wrap text-13 text-muted [&_time]:whitespace-normal',
              // A tap on an ID opens the row too. The opened page has the link.
              onOpen && '[&_a]:pointer-events-none [&_a]:text-inherit',
            )}
          >
            {values.map((column) => (
              <li
                key={column.id}
                className={classNames(
                  "relative min-w-0 pl-4 before:absolute before:left-1.5 before:content-['·']",
                  // As wide as its content, but at most the rest of the line.
                  column.cutOnPhone
                    ? 'max-w-max grow basis-24 truncate'
                    : 'flex flex-wrap items-center gap-x-1 wrap-anywhere',
                )}
              >
                <span className={column.phone === 'value' ? 'sr-only' : undefined}>{column.header} </span>
                {column.content}
              </li>
            ))}
          </ul>
        </div>
        {blocks.map((column) => (
          <div key={column.id} className="mt-1.5">
            {column.content}
          </div>
        ))}
      </div>
      {onOpen ? (
        <>
          <ChevronRight aria-hidden="true" size={16} className="shrink-0 text-faint" />
          {/* Covers the row, below its links and buttons. */}
          <span className="absolute inset-0 [&>button]:static [&>button]:size-full">
            <button
              type="button"
              aria-label={`Open ${title?.text?.(row) ?? rowKey(row)}`}
              onClick={() => onOpen(row)}
              className="block rounded-6"
            />
          </span>
        </>
      ) : null}
    </li>
  );
}

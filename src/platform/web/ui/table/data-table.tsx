import { type ReactNode, useRef } from 'react';
import { saveCsv } from '../../save-file.ts';
import { useMediaQuery } from '../../use-media-query.ts';
import { Skeleton } from '../feedback/skeleton.tsx';
import { classNames } from '../tokens/class-names.ts';
import { DataTableBody } from './data-table-body.tsx';
import { DataTableHead } from './data-table-head.tsx';
import { type Column, type Sort, useTableModel } from './data-table-model.ts';
import { DataTablePhoneRows } from './data-table-phone-rows.tsx';
import { DataTableToolbar } from './data-table-toolbar.tsx';
import { useMoreBeside } from './use-more-beside.ts';

export type DataTableProps<Row extends object> = {
  /** The plural name of the rows ('Assets'): labels the table, names its file, and keys the stored column choice. */
  name: string;
  columns: readonly Column<Row>[];
  /** Undefined while loading: then `skeletonRows` placeholder rows are shown. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  skeletonRows?: number;
  /** Set both if the server sorts. */
  sort?: Sort | null;
  onSortChange?: (sort: Sort) => void;
  selectedKey?: string | undefined;
  onOpen?: (row: Row) => void;
  /** Replaces the export of the loaded rows if the server can return all of them; null if the page has its own export. */
  onExport?: (() => void) | null;
  toolbar?: ReactNode;
  /** Shown instead of rows if there are none. */
  empty: ReactNode;
  /** New rows are loading; the old ones stay, dimmed. */
  refreshing?: boolean;
};

/** Above this many rows, only those in view are rendered. */
const rowsDrawnMax = 150;

/** A table with sorting, column choice, export and keyboard navigation; rows of two lines below 640 px; virtual when long. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { name, columns, rows = [], rowKey, selectedKey, onOpen, empty, refreshing = false } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const { wider, more } = useMoreBeside(scroller);
  const narrow = useMediaQuery('(width < 40rem)');
  const model = useTableModel({ ...props, rows });
  const loading = props.rows === undefined;
  const virtual = rows.length > rowsDrawnMax;
  const exportRows = props.onExport === undefined ? () => saveRows(name, model.columns, model.rows) : props.onExport;

  return (
    <section
      aria-label={name}
      aria-busy={loading || refreshing}
      className="overflow-clip rounded-12 border border-line bg-surface"
    >
      <DataTableToolbar
        columns={columns}
        visible={model.visible}
        onShow={model.show}
        onExport={rows.length > 0 && exportRows !== null ? exportRows : undefined}
      >
        {props.toolbar ?? <h2 className="text-14 font-semibold text-ink">{name}</h2>}
      </DataTableToolbar>
      <div
        ref={scroller}
        className={classNames(
          'relative transition-opacity',
          // A scrolling box contains its sticky head, so the head would scroll off the page with the rows.
          wider || virtual ? 'overflow-x-auto' : 'overflow-x-clip',
          narrow && 'border-t border-line',
          virtual && 'max-h-[70dvh] overflow-y-auto',
          refreshing && 'opacity-60',
          more && 'fading-edge',
        )}
      >
        {rows.length === 0 && !loading ? null : narrow && loading ? (
          <SkeletonPhoneRows rows={props.skeletonRows ?? 10} />
        ) : narrow ? (
          <DataTablePhoneRows
            label={name}
            {...{ columns: model.columns, rows: model.rows, rowKey, selectedKey, onOpen }}
          />
        ) : (
          <table className="w-full border-collapse text-left">
            <caption className="sr-only">{name}</caption>
            <DataTableHead
              columns={model.columns}
              sort={model.sort}
              onToggleSort={model.toggleSort}
              scrollsWith={wider || virtual ? 'table' : 'page'}
            />
            {loading ? (
              <SkeletonBody rows={props.skeletonRows ?? 10} columns={model.columns.length} />
            ) : (
              <DataTableBody
                {...{ columns: model.columns, rows: model.rows, rowKey, selectedKey, onOpen, scroller, virtual }}
              />
            )}
          </table>
        )}
      </div>
      {!loading && rows.length === 0 ? <div className="border-t border-line">{empty}</div> : null}
    </section>
  );
}

function SkeletonPhoneRows({ rows }: { rows: number }) {
  return (
    <div aria-hidden="true" className="divide-y divide-line">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows of a skeleton have no identity.
        <div key={row} className="flex h-15 flex-col justify-center gap-2.5 px-4">
          <Skeleton className="h-3.5 w-2/5" />
          <Skeleton className="h-3 w-3/5" />
        </div>
      ))}
    </div>
  );
}

function SkeletonBody({ rows, columns }: { rows: number; columns: number }) {
  return (
    <tbody aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows of a skeleton have no identity.
        <tr key={row} className="h-11 border-t border-line">
          {Array.from({ length: columns }, (_, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: see above.
            <td key={column} className="px-3 first:pl-5 last:pr-5">
              <Skeleton className={classNames('h-3', (row + column) % 3 === 0 ? 'w-16' : 'w-24')} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

function saveRows<Row>(name: string, columns: readonly Column<Row>[], rows: readonly Row[]): void {
  const exported = columns.flatMap((column) => (column.text ? [{ header: column.header, text: column.text }] : []));
  void saveCsv(
    `${name.toLowerCase().replaceAll(/\W+/g, '-')}.csv`,
    exported.map((column) => column.header),
    rows.map((row) => exported.map((column) => column.text(row))),
  );
}

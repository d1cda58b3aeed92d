import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, type RefObject, useRef, useState } from 'react';
import { classNames } from '../tokens/class-names.ts';
import { absentIn, type Column } from './data-table-model.ts';

export type DataTableBodyProps<Row> = {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  selectedKey: string | undefined;
  onOpen: ((row: Row) => void) | undefined;
  /** The scrolling element. With `virtual`, rows outside of it are not rendered. */
  scroller: RefObject<HTMLDivElement | null>;
  virtual: boolean;
};

const rowHeight = 44;

/** The rows of a table. One row at a time is in the tab order; arrows move between rows, Enter opens one. */
export function DataTableBody<Row>(props: DataTableBodyProps<Row>) {
  const { columns, rows, rowKey, selectedKey, onOpen, scroller, virtual } = props;
  const [entry, setEntry] = useState(0);
  const virtualizer = useVirtualizer({
    count: rows.length,
    enabled: virtual,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  const items = virtualizer.getVirtualItems();
  const shown = virtual ? items.map((item) => item.index) : rows.map((_, index) => index);
  const before = virtual ? (items[0]?.start ?? 0) : 0;
  const after = virtual ? virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0) : 0;
  const open = (index: number) => {
    const row = rows[index];
    if (row) onOpen?.(row);
  };
  const keys = useRowKeys(rows.length, (index) => virtual && virtualizer.scrollToIndex(index), open);
  const onClick = (event: MouseEvent, index: number) => {
    const inControl = event.target instanceof Element && event.target.closest('a, button, input, label');
    if (!inControl && !window.getSelection()?.toString()) open(index);
  };

  return (
    <tbody ref={keys.body} onKeyDown={keys.onKeyDown}>
      <Gap height={before} span={columns.length} />
      {shown.map((index) => {
        const row = rows[index];
        if (row === undefined) return null;
        const key = rowKey(row);
        return (
          <tr
            key={key}
            data-row={index}
            data-index={index}
            ref={virtual ? virtualizer.measureElement : undefined}
            tabIndex={index === Math.min(entry, rows.length - 1) ? 0 : -1}
            aria-current={selectedKey === key || undefined}
            onFocus={() => setEntry(index)}
            onClick={(event) => onClick(event, index)}
            className={classNames(
              'group/row h-11 border-t border-line transition-colors focus-visible:-outline-offset-2 aria-current:bg-accent-soft',
              onOpen ? 'cursor-pointer hover:bg-hover/60' : 'hover:bg-hover/35',
            )}
          >
            {columns.map((column) => (
              <td
                key={column.id}
                className={classNames(
                  'max-w-80 px-3 py-1.5 first:pl-5 last:pr-5',
                  column.onlyWide && 'max-xl:hidden',
                  column.wraps ? 'wrap-anywhere' : 'truncate',
                  column.wraps && (column.wraps === 'narrow' ? 'min-w-28' : 'min-w-40'),
                  // Only for numbers: tabular figures also widen the hyphens of a name or an ID.
                  column.align === 'end' && 'tabular pr-8 text-right',
                )}
              >
                {column.cell(row) ?? <span className="text-faint">{absentIn(column, row)}</span>}
              </td>
            ))}
          </tr>
        );
      })}
      <Gap height={after} span={columns.length} />
    </tbody>
  );
}

/** Takes the space of rows that are not rendered, so that the scroll bar is accurate. */
function Gap({ height, span }: { height: number; span: number }) {
  if (height <= 0) return null;
  return (
    <tr>
      <td colSpan={span} style={{ height }} />
    </tr>
  );
}

const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => Math.min(at + 1, count - 1),
  ArrowUp: (at) => Math.max(at - 1, 0),
  PageDown: (at, count) => Math.min(at + 10, count - 1),
  PageUp: (at) => Math.max(at - 10, 0),
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * Moves the focus between rows with the arrow keys, Home, End and the page keys. Rows have `data-row={index}`. `reveal`
 * renders a row that is not on the page yet. Ignores keys pressed inside a row's own controls.
 */
function useRowKeys(count: number, reveal: (index: number) => void, open?: (index: number) => void) {
  const body = useRef<HTMLTableSectionElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const row = event.target instanceof HTMLElement ? event.target.dataset.row : undefined;
    if (row === undefined) return;
    const at = Number(row);
    if (event.key === 'Enter') open?.(at);
    const next = steps[event.key]?.(at, count);
    if (next === undefined) return;
    event.preventDefault();
    reveal(next);
    requestAnimationFrame(() => body.current?.querySelector<HTMLElement>(`[data-row="${next}"]`)?.focus());
  };
  return { body, onKeyDown };
}

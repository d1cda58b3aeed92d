import {
  type ColumnDef,
  type ColumnVisibilityState,
  columnVisibilityFeature,
  createSortedRowModel,
  rowSortingFeature,
  sortFn_alphanumeric,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type ReactNode, useMemo, useState } from 'react';

export type Column<Row> = {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Shown in a table where `cell` returns nothing. A phone omits the value instead. */
  readonly absent?: string | ((row: Row) => string);
  /** The cell as plain text or number, for sorting and export. Without it a column is neither sorted nor exported. */
  readonly text?: (row: Row) => string | number;
  readonly sortable?: boolean;
  /** Numbers are right-aligned, everything else is left-aligned. */
  readonly align?: 'start' | 'end';
  /** Set for an ID and other values that are never cut: a long one takes several lines, of a column that is often `narrow`. */
  readonly wraps?: true | 'narrow';
  /** True for a value, never an ID, that is cut on a phone if the row would have a third line for it. */
  readonly cutOnPhone?: true;
  /** True for a value that another column's cell includes where a table has no room for it: below 1280 px. */
  readonly onlyWide?: true;
  /** Whether the reader may hide it; true by default. */
  readonly hideable?: boolean;
  readonly hiddenAtFirst?: boolean;
  /**
   * Its position on a phone, where a row has two lines: the title, beside it, in the second line with or without its
   * header ('labeled' by default), below ('block'), or omitted.
   */
  readonly phone?: 'title' | 'mark' | 'labeled' | 'value' | 'block' | 'none';
};
export type Sort = { readonly id: string; readonly descending: boolean };

const features = tableFeatures({
  columnVisibilityFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric },
});

type Options<Row> = {
  name: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Set if the server sorts: rows are then shown in the order received. */
  sort?: Sort | null;
  onSortChange?: (sort: Sort) => void;
};

/** Manages the visible columns and the order of rows. The column choice is stored under `name`. */
export function useTableModel<Row extends object>({ name, columns, rows, rowKey, sort, onSortChange }: Options<Row>) {
  const [ownSort, setOwnSort] = useState<Sort | null>(null);
  const [visibility, setVisibility] = useState<ColumnVisibilityState>(() => ({
    ...firstHidden(columns),
    ...remembered(name),
  }));
  const definitions = useMemo(() => columns.map((column) => definitionOf(column)), [columns]);
  const applied = onSortChange ? (sort ?? null) : ownSort;
  const table = useTable({
    features,
    columns: definitions,
    data: rows as Row[],
    getRowId: rowKey,
    manualSorting: onSortChange !== undefined,
    state: {
      columnVisibility: visibility,
      sorting: applied ? [{ id: applied.id, desc: applied.descending }] : [],
    },
  });
  const visible = new Set(table.getVisibleLeafColumns().map((column) => column.id));
  return {
    rows: table.getRowModel().rows.map((row) => row.original),
    columns: columns.filter((column) => visible.has(column.id)),
    visible,
    sort: applied,
    toggleSort: (id: string) => {
      const next = { id, descending: applied?.id === id ? !applied.descending : false };
      (onSortChange ?? setOwnSort)(next);
    },
    show: (id: string, shown: boolean) => {
      const next = { ...visibility, [id]: shown };
      setVisibility(next);
      remember(name, next);
    },
  };
}

function definitionOf<Row extends object>(column: Column<Row>): ColumnDef<typeof features, Row> {
  const { id, text } = column;
  const sorted = { enableSorting: column.sortable ?? false, sortFn: 'alphanumeric' as const };
  return text ? { id, accessorFn: text, ...sorted } : { id };
}

function firstHidden<Row>(columns: readonly Column<Row>[]): ColumnVisibilityState {
  return Object.fromEntries(columns.filter((column) => column.hiddenAtFirst).map((column) => [column.id, false]));
}

function remembered(name: string): ColumnVisibilityState {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(`columns:${name}`) ?? '{}');
    if (typeof value !== 'object' || value === null) return {};
    return Object.fromEntries(Object.entries(value).filter(([, shown]) => typeof shown === 'boolean'));
  } catch {
    return {};
  }
}

function remember(name: string, visibility: ColumnVisibilityState): void {
  try {
    localStorage.setItem(`columns:${name}`, JSON.stringify(visibility));
  } catch {
    // Without storage the choice lasts until the page closes.
  }
}

/** Returns the text for a row without a value in this column. */
export const absentIn = <Row>({ absent }: Column<Row>, row: Row): string | undefined =>
  typeof absent === 'function' ? absent(row) : absent;

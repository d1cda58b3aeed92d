import { Download, SlidersHorizontal } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../action/icon-button.tsx';
import { Menu, MenuCheckItem, MenuLabel } from '../overlay/menu.tsx';
import type { Column } from './data-table-model.ts';

/** The line above a table: its content at the start, column choice and export at the end. */
export function DataTableToolbar<Row>({
  columns,
  visible,
  onShow,
  onExport,
  children,
}: {
  columns: readonly Column<Row>[];
  visible: ReadonlySet<string>;
  onShow: (id: string, shown: boolean) => void;
  onExport: (() => void) | undefined;
  children: ReactNode;
}) {
  const choosable = columns.filter((column) => column.hideable !== false);
  return (
    <div className="flex min-h-13 flex-wrap items-center gap-2 py-2 pr-3 pl-4 sm:pl-5">
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2 text-13 text-muted">{children}</div>
      {choosable.length > 1 ? (
        <Menu
          trigger={
            <IconButton label="Choose columns" size="small">
              <SlidersHorizontal aria-hidden="true" size={15} />
            </IconButton>
          }
        >
          <MenuLabel>Columns</MenuLabel>
          {choosable.map((column) => (
            <MenuCheckItem
              key={column.id}
              checked={visible.has(column.id)}
              onCheckedChange={(shown) => onShow(column.id, shown)}
              disabled={visible.size === 1 && visible.has(column.id)}
            >
              {column.header}
            </MenuCheckItem>
          ))}
        </Menu>
      ) : null}
      {onExport ? (
        <IconButton label="Download as CSV" size="small" onClick={onExport}>
          <Download aria-hidden="true" size={15} />
        </IconButton>
      ) : null}
    </div>
  );
}

import { BlockLink } from '#domains/ledger/web/index.ts';
import type { Assessment } from '#domains/registry/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import type { Column } from '#platform/web/ui/table/data-table-model.ts';

const money = (id: 'land' | 'building' | 'total', header: string, phone: 'value' | 'none'): Column<Assessment> => ({
  id,
  header,
  cell: (row) => <span className="tabular">{formatCents(row[id])}</span>,
  text: (row) => row[id] / 100,
  align: 'end',
  phone,
});

const columns: readonly Column<Assessment>[] = [
  {
    id: 'year',
    header: 'Year',
    cell: (row) => <span className="tabular font-medium">{row.year}</span>,
    text: (row) => row.year,
    phone: 'title',
  },
  money('land', 'Land', 'none'),
  money('building', 'Building', 'none'),
  money('total', 'Assessed value', 'value'),
  {
    id: 'block',
    header: 'Block',
    cell: (row) => <BlockLink index={row.blockIndex} />,
    text: (row) => row.blockIndex,
    align: 'end',
    phone: 'mark',
  },
];

/** The assessed value of each year, newest first. */
export function Assessments({ assessments }: { assessments: readonly Assessment[] }) {
  return (
    <DataTable
      name="Assessments"
      columns={columns}
      rows={assessments}
      rowKey={(row) => String(row.year)}
      empty={<p className="p-5 text-muted">This property was not assessed yet.</p>}
    />
  );
}

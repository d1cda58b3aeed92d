import { BlockLink } from '#domains/ledger/web/index.ts';
import type { Assessment, readProperty } from '#domains/registry/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import type { ResponseIn } from '#platform/contract/route.ts';
import { AmountBars } from '#platform/web/ui/chart/amount-bars.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import type { Column } from '#platform/web/ui/table/data-table-model.ts';
import { Badge } from '#platform/web/ui/value/badge.tsx';

type Property = ResponseIn<typeof readProperty>;

const money = (id: 'land' | 'building' | 'total', header: string, phone: 'value' | 'none'): Column<Assessment> => ({
  id,
  header,
  cell: (row) => <span className="tabular">{formatCents(row[id])}</span>,
  text: (row) => row[id] / 100,
  align: 'end',
  phone,
});

const columnsFor = (appeals: Property['appeals']): readonly Column<Assessment>[] => [
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
    id: 'state',
    header: 'State',
    cell: (row) => <AssessmentState assessment={row} appeals={appeals} />,
    text: (row) => row.reason ?? '',
    phone: 'block',
  },
  {
    id: 'block',
    header: 'Block',
    cell: (row) => <BlockLink index={row.blockIndex} />,
    text: (row) => row.blockIndex,
    align: 'end',
    phone: 'mark',
  },
];

/** Whether an assessment is under appeal, or corrects earlier ones. */
function AssessmentState({ assessment, appeals }: { assessment: Assessment; appeals: Property['appeals'] }) {
  const { year, corrects } = assessment;
  const isAppealed = appeals.some((appeal) => appeal.year === year && appeal.state === 'open');
  const [earlier] = corrects;
  if (!isAppealed && earlier === undefined) return <span className="text-muted">Counts</span>;
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {isAppealed ? <Badge tone="amber">Under appeal</Badge> : null}
      {earlier ? (
        <span className="text-13 text-muted">
          Corrects {formatCents(earlier.total)} of block <BlockLink index={earlier.blockIndex} />
        </span>
      ) : null}
    </span>
  );
}

/** The maximum number of years as bars. The table has all years. */
const YEARS_SHOWN = 12;

/** The assessed value of each year, newest first. */
export function Assessments({ property: { assessments, appeals } }: { property: Property }) {
  return (
    <>
      {assessments.length > 1 ? (
        <Card title="Assessed value by year">
          <AmountBars
            label="Assessed value by year"
            legend={['Land', 'Building']}
            bars={assessments.slice(0, YEARS_SHOWN).map(({ year, land, building, total }) => ({
              name: String(year),
              words: formatCents(total),
              parts: [land, building],
            }))}
          />
        </Card>
      ) : null}
      <DataTable
        name="Assessments"
        columns={columnsFor(appeals)}
        rows={assessments}
        rowKey={(row) => String(row.year)}
        empty={<p className="p-5 text-muted">This property was not assessed yet.</p>}
      />
    </>
  );
}

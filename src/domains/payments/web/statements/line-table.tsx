import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BankLine, LineFilter } from '#domains/payments/contract.ts';
import { formatCalendarDay } from '#platform/web/format-day.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import type { Column } from '#platform/web/ui/table/data-table-model.ts';
import { Pagination } from '#platform/web/ui/table/pagination.tsx';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { DecideDialog } from './decide-dialog.tsx';
import { describeLine, stateNames, stateTones } from './line-words.ts';
import { linesQuery } from './queries.ts';

const columns: readonly Column<BankLine>[] = [
  {
    id: 'text',
    header: 'Text',
    cell: (line) => (
      <span className="line-clamp-2 wrap-anywhere">
        {[line.counterparty, line.text].filter((text) => text !== '').join(' · ') || '–'}
      </span>
    ),
    text: (line) => [line.counterparty, line.text].join(' '),
    hideable: false,
    phone: 'title',
  },
  {
    id: 'bookedOn',
    header: 'Booked',
    cell: (line) => <span className="tabular whitespace-nowrap">{formatCalendarDay(line.bookedOn)}</span>,
    text: (line) => line.bookedOn,
    phone: 'value',
  },
  {
    id: 'amount',
    header: 'Amount',
    cell: (line) => <span className="tabular font-medium whitespace-nowrap">{line.amountFormatted}</span>,
    text: (line) => line.cents / 100,
    align: 'end',
    phone: 'value',
  },
  {
    id: 'outcome',
    header: 'Outcome',
    cell: (line) => <span className="text-13 text-muted">{describeLine(line)}</span>,
    text: (line) => describeLine(line),
    phone: 'value',
  },
  {
    id: 'state',
    header: 'State',
    cell: (line) => <Badge tone={stateTones[line.state]}>{stateNames[line.state]}</Badge>,
    text: (line) => stateNames[line.state],
    phone: 'mark',
  },
];

export type LineTableProps = {
  /** Undefined: the lines in suspense of all statements. */
  statementId: string | undefined;
  outcome: LineFilter | undefined;
  page: number;
  onPageChange: (page: number) => void;
};

/** Lists lines. Opening a line shows it with the possible decisions. */
export function LineTable({ statementId, outcome, page, onPageChange }: LineTableProps) {
  const [opened, setOpened] = useState<BankLine>();
  const { data, error, isPlaceholderData, refetch } = useQuery(linesQuery(statementId, outcome, page));
  if (error && !data)
    return <ErrorState title="Couldn't load the lines" error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <DataTable
        name="Lines"
        columns={columns}
        rows={data?.lines}
        rowKey={(line) => `${line.id} ${line.position}`}
        onOpen={setOpened}
        refreshing={isPlaceholderData}
        empty={
          <EmptyState
            title={statementId === undefined ? 'No money in suspense' : 'No such lines'}
            description={
              statementId === undefined
                ? 'Money without a known reference appears here.'
                : 'Choose another filter to see the other lines.'
            }
          />
        }
      />
      {data && data.pagination.totalPages > 1 ? (
        <Pagination label="Lines" page={page} totalPages={data.pagination.totalPages} onPageChange={onPageChange} />
      ) : null}
      {opened ? <DecideDialog line={opened} onClose={() => setOpened(undefined)} /> : null}
    </>
  );
}

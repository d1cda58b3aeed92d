import type { BillingRecord } from '#domains/billing/contract.ts';
import { formatDollars } from '#platform/web/dollars.ts';
import type { Column } from '#platform/web/ui/table/data-table-model.ts';
import { Time } from '#platform/web/ui/value/time.tsx';
import { RecordBadge, wordsOfRecord } from '../status-badge.tsx';

/** An invoice or credit note in one row. */
export const recordColumns: readonly Column<BillingRecord>[] = [
  {
    id: 'number',
    header: 'Number',
    cell: ({ number, kind }) => (
      <span className="font-medium tabular">
        {number ?? 'Draft'}
        {kind === 'credit_note' ? <span className="font-normal text-muted"> credit note</span> : null}
      </span>
    ),
    text: ({ number }) => number ?? 'Draft',
    hideable: false,
    phone: 'title',
  },
  {
    id: 'date',
    header: 'Date',
    cell: ({ billingDate }) => <Time at={billingDate} format="utc day" />,
    text: ({ billingDate }) => billingDate,
    phone: 'value',
  },
  {
    id: 'status',
    header: 'Status',
    cell: (record) => <RecordBadge {...record} />,
    text: wordsOfRecord,
    phone: 'mark',
  },
  {
    id: 'amount',
    header: 'Amount',
    cell: ({ amount }) => formatDollars(amount),
    text: ({ amount }) => amount,
    align: 'end',
    phone: 'value',
  },
  {
    id: 'due',
    header: 'Left to pay',
    cell: ({ due }) => (due > 0 ? <span className="font-medium">{formatDollars(due)}</span> : '–'),
    text: ({ due }) => due,
    align: 'end',
    phone: 'labeled',
  },
  {
    id: 'dueDate',
    header: 'Due',
    cell: ({ dueDate, due }) => (dueDate === null || due === 0 ? '–' : <Time at={dueDate} format="utc day" />),
    text: ({ dueDate, due }) => (due === 0 ? '' : (dueDate ?? '')),
    phone: 'labeled',
  },
  {
    id: 'description',
    header: 'Description',
    cell: ({ description }) => description,
    text: ({ description }) => description,
    phone: 'block',
  },
];

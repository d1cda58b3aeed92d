import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PaymentState } from '#domains/payments/contract.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { SegmentedControl } from '#platform/web/ui/form/segmented-control.tsx';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import type { Column } from '#platform/web/ui/table/data-table-model.ts';
import { Pagination } from '#platform/web/ui/table/pagination.tsx';
import { canSettle, type Received, SettlePayment, type Settling } from './settle-payment.tsx';

type Page<Row> = { readonly rows: readonly Row[]; readonly totalPages: number };

const PAGE_SIZE = 25;

export type SettlingDeskProps<Row extends Received> = {
  readonly of: Settling;
  /** The accessible name of the table. */
  readonly name: string;
  readonly queryKey: readonly string[];
  readonly read: (
    which: { status: PaymentState; page: number; limit: number },
    signal: AbortSignal,
  ) => Promise<Page<Row>>;
  /** The columns before that of the action. */
  readonly columns: readonly Column<Row>[];
  /** Returns the title of the dialog that decides about a row. */
  readonly titleOf: (row: Row) => string;
};

/** The desk where an administrator confirms payments of one kind, and takes back those whose money is gone. */
export function SettlingDesk<Row extends Received>(props: SettlingDeskProps<Row>) {
  const { of, name, queryKey, read, columns, titleOf } = props;
  const [status, setStatus] = useState<PaymentState>('pending');
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<Row>();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...queryKey, status, page],
    queryFn: ({ signal }) => read({ status, page, limit: PAGE_SIZE }, signal),
    placeholderData: keepPreviousData,
  });
  const plural = `${of.noun}s`;
  if (error && !data)
    return (
      <ErrorState
        title={`Couldn't load the ${plural.toLowerCase()}`}
        error={error}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  const action: Column<Row> = {
    id: 'decide',
    header: 'Action',
    cell: (row) =>
      canSettle(row) ? (
        <Button size="small" onClick={() => setOpened(row)}>
          {row.payment.status === 'pending' ? 'Confirm' : 'Take Back'}
          <span className="sr-only"> {row.payment.id}</span>
        </Button>
      ) : (
        '–'
      ),
    phone: 'value',
  };
  return (
    <div className="flex flex-col gap-3">
      <SegmentedControl
        label={plural}
        value={status}
        onValueChange={(next) => {
          setStatus(next as PaymentState);
          setPage(1);
        }}
        options={[
          { value: 'pending', label: 'Not arrived' },
          { value: 'completed', label: 'Arrived' },
          { value: 'failed', label: 'Closed' },
        ]}
      />
      <DataTable
        name={name}
        columns={[...columns, action]}
        rows={data?.rows}
        rowKey={({ payment }) => payment.id}
        skeletonRows={3}
        empty={
          <EmptyState
            title={`No ${plural.toLowerCase()} here`}
            description={`${plural} by bank transfer wait here to be confirmed.`}
          />
        }
      />
      <Pagination label={plural} page={page} totalPages={data?.totalPages ?? 0} onPageChange={setPage} />
      {opened ? (
        <SettlePayment
          key={opened.payment.id}
          of={of}
          one={opened}
          title={titleOf(opened)}
          onClose={() => setOpened(undefined)}
        />
      ) : null}
    </div>
  );
}

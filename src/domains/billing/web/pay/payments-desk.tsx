import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { listAllInvoicePayments } from '#domains/billing/contract.ts';
import type { PaymentState } from '#domains/payments/contract.ts';
import type { ResponseIn } from '#platform/contract/route.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { SegmentedControl } from '#platform/web/ui/form/segmented-control.tsx';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import type { Column } from '#platform/web/ui/table/data-table-model.ts';
import { Pagination } from '#platform/web/ui/table/pagination.tsx';
import { DecidePayment } from './decide-payment.tsx';
import { paymentColumns } from './payment-columns.tsx';
import { allInvoicePaymentsQuery } from './queries.ts';

type AnyPayment = ResponseIn<typeof listAllInvoicePayments>['payments'][number];

const isOpen = ({ payment, left }: AnyPayment) =>
  payment.status === 'pending' ? payment.paymentMethod === 'bank' : left > 0 && payment.reverses === null;

/** Where an administrator confirms payments of invoices, and takes back those that are gone. */
export function InvoicePaymentsDesk() {
  const [status, setStatus] = useState<PaymentState>('pending');
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<AnyPayment>();
  const { data, error, isFetching, refetch } = useQuery(allInvoicePaymentsQuery(status, page));
  if (error && !data)
    return (
      <ErrorState
        title="Couldn't load the payments"
        error={error}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  const columns: Column<AnyPayment>[] = [
    ...paymentColumns,
    {
      id: 'invoice',
      header: 'Invoice',
      cell: ({ number, username }) => (
        <span className="wrap-anywhere">
          {number ?? '–'} of {username ?? 'a closed account'}
        </span>
      ),
      text: ({ number }) => number ?? '',
      phone: 'labeled',
    },
    {
      id: 'decide',
      header: 'Action',
      cell: (one) =>
        isOpen(one) ? (
          <Button size="small" onClick={() => setOpened(one)}>
            {one.payment.status === 'pending' ? 'Confirm' : 'Take Back'}
            <span className="sr-only"> {one.payment.id}</span>
          </Button>
        ) : (
          '–'
        ),
      phone: 'value',
    },
  ];
  return (
    <section aria-label="Payments of invoices" className="flex flex-col gap-3">
      <SegmentedControl
        label="Payments"
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
        name="Payments of all invoices"
        columns={columns}
        rows={data?.payments}
        rowKey={({ payment }) => payment.id}
        skeletonRows={3}
        empty={
          <EmptyState title="No payments here" description="Payments by bank transfer wait here to be confirmed." />
        }
      />
      <Pagination label="Payments" page={page} totalPages={data?.pagination.totalPages ?? 0} onPageChange={setPage} />
      {opened ? <DecidePayment key={opened.payment.id} one={opened} onClose={() => setOpened(undefined)} /> : null}
    </section>
  );
}

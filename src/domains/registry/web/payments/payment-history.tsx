import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { BlockLink, blockNumber } from '#domains/ledger/web/index.ts';
import { type Payment, paymentMethodNames } from '#domains/payments/contract.ts';
import { TransactionLink } from '#domains/payments/web/index.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import type { Column } from '#platform/web/ui/table/data-table-model.ts';
import { Pagination } from '#platform/web/ui/table/pagination.tsx';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { paymentMethodsQuery, paymentsQuery } from '../queries.ts';
import { paymentTones, paymentWords } from './payment-words.ts';

const columnsOf = (propertyId: string): readonly Column<Payment>[] => [
  {
    id: 'amount',
    header: 'Amount',
    cell: (payment) => (
      <>
        <Link
          to="/detroit/pay"
          search={{ payment: payment.id }}
          aria-label={`${payment.amountFormatted}, block ${blockNumber(payment.block.index)}`}
          className="rounded-6 tabular font-medium text-accent-ink hover:underline"
        >
          {payment.amountFormatted}
        </Link>
        {payment.subjects.length > 1 ? (
          <span className="block text-13 text-muted">
            {payment.subjects.find(({ subject }) => subject === propertyId)?.formatted ?? 'A part'} for this property
          </span>
        ) : null}
      </>
    ),
    text: (payment) => payment.amount / 100,
    phone: 'title',
  },
  {
    id: 'method',
    header: 'Method',
    cell: (payment) => <Method payment={payment} />,
    text: (payment) => paymentMethodNames[payment.paymentMethod],
    phone: 'value',
  },
  {
    id: 'date',
    header: 'Date',
    cell: (payment) => <Time at={payment.timestamp} format="day" />,
    text: (payment) => payment.timestamp,
    phone: 'value',
  },
  {
    id: 'block',
    header: 'Block',
    cell: (payment) => <BlockLink index={payment.block.index} />,
    text: (payment) => payment.block.index,
    phone: 'value',
  },
  {
    id: 'status',
    header: 'Status',
    cell: (payment) => <Badge tone={paymentTones[payment.status]}>{paymentWords[payment.status]}</Badge>,
    text: (payment) => payment.status,
    phone: 'mark',
  },
];

/** The method, and for USDC and ETH the transaction with its network. */
function Method({ payment: { paymentMethod, amount, reverses, txHash } }: { payment: Payment }) {
  const { data } = useQuery({ ...paymentMethodsQuery, enabled: txHash !== null });
  const network = data?.methods.find(({ method }) => method === paymentMethod)?.network;
  return (
    <>
      {paymentMethodNames[paymentMethod]}
      {reverses === null ? '' : amount < 0 ? ', taken back' : ', counts again'}
      {txHash === null ? null : (
        <span className="block text-13">
          <TransactionLink hash={txHash} />
          {network ? ` on ${network}` : ''}
        </span>
      )}
    </>
  );
}

/** The payments for a property, newest first and page by page, without payers. */
export function PaymentHistory({ propertyId }: { propertyId: string }) {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(paymentsQuery(propertyId, page));
  if (error && !data)
    return <ErrorState title="Couldn't load the payments" error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <DataTable
        name="Payment history"
        columns={columnsOf(propertyId)}
        rows={data?.payments}
        rowKey={(payment) => payment.id}
        skeletonRows={3}
        empty={<p className="p-5 text-muted">No payments yet.</p>}
      />
      <Pagination
        label="Payment history"
        page={page}
        totalPages={data?.pagination.totalPages ?? 0}
        onPageChange={setPage}
      />
    </>
  );
}

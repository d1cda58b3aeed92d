import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BlockLink } from '#domains/ledger/web/index.ts';
import { type Payment, paymentMethodNames } from '#domains/payments/contract.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import type { Column } from '#platform/web/ui/table/data-table-model.ts';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { paymentsQuery } from '../queries.ts';
import { paymentTones, paymentWords } from './payment-words.ts';

const columns: readonly Column<Payment>[] = [
  {
    id: 'amount',
    header: 'Amount',
    cell: (payment) => (
      <Link
        to="/detroit/pay"
        search={{ payment: payment.id }}
        className="rounded-6 tabular font-medium text-accent-ink hover:underline"
      >
        {payment.amountFormatted}
      </Link>
    ),
    text: (payment) => payment.amount / 100,
    phone: 'title',
  },
  {
    id: 'method',
    header: 'Method',
    cell: (payment) =>
      `${paymentMethodNames[payment.paymentMethod]}${payment.reverses === null ? '' : payment.amount < 0 ? ', taken back' : ', counts again'}`,
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

/** The payments for a property, newest first, without payers. */
export function PaymentHistory({ propertyId }: { propertyId: string }) {
  const { data, error, refetch } = useQuery(paymentsQuery(propertyId));
  if (error && !data)
    return <ErrorState title="Couldn't load the payments" error={error} onRetry={() => void refetch()} />;
  return (
    <DataTable
      name="Payment history"
      columns={columns}
      rows={data?.payments}
      rowKey={(payment) => payment.id}
      skeletonRows={3}
      empty={<p className="p-5 text-muted">No payments yet.</p>}
    />
  );
}

import { useQueryClient } from '@tanstack/react-query';
import {
  confirmInvoicePayment,
  failInvoicePayment,
  listAllInvoicePayments,
  reverseInvoicePayment,
} from '#domains/billing/contract.ts';
import { SettlingDesk } from '#domains/payments/web/index.ts';
import type { ResponseIn } from '#platform/contract/route.ts';
import { call } from '#platform/web/api-client.ts';
import type { Column } from '#platform/web/ui/table/data-table-model.ts';
import { refreshBilling } from '../queries.ts';
import { paymentColumns } from './payment-columns.tsx';

type AnyPayment = ResponseIn<typeof listAllInvoicePayments>['payments'][number];

/** The desk where an administrator confirms payments of invoices, and takes back those whose money is gone. */
export function InvoicePaymentsDesk() {
  const queryClient = useQueryClient();
  return (
    <SettlingDesk
      of={{
        noun: 'Payment',
        confirm: confirmInvoicePayment,
        close: failInvoicePayment,
        takeBack: reverseInvoicePayment,
        beforeConfirming: 'Confirm it once the money is in the account.',
        beforeTakingBack:
          'For money that is gone, or that was confirmed by mistake. An invoice that is then unpaid is open again.',
        onSettled: () => void refreshBilling(queryClient),
      }}
      name="Payments of all invoices"
      queryKey={['billing', 'all-payments']}
      read={async (query, signal) => {
        const { payments, pagination } = await call(listAllInvoicePayments, { query }, { signal });
        return { rows: payments, totalPages: pagination.totalPages };
      }}
      columns={columns}
      titleOf={({ payment, username, number }) =>
        `${payment.amountFormatted} of ${username ?? 'a closed account'} for invoice ${number ?? ''}, ${payment.reference ?? payment.id}`
      }
    />
  );
}

const columns: readonly Column<AnyPayment>[] = [
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
];

import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { BillingRecord } from '#domains/billing/contract.ts';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { PayInvoiceDialog } from './pay-invoice-dialog.tsx';
import { paymentColumns } from './payment-columns.tsx';
import { invoicePaymentsQuery } from './queries.ts';

type Props = { readonly invoice: Pick<BillingRecord, 'id' | 'number' | 'state'> };

/** The payments of an invoice, why the stored card did not pay it, and the action to pay the amount due. */
export function InvoicePayments({ invoice }: Props) {
  const wasDue = useRef(false);
  const { data, error, isFetching, refetch } = useQuery(invoicePaymentsQuery(invoice.id));
  if (error && !data)
    return (
      <ErrorState
        title="Couldn't load the payments"
        error={error}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined) return null;
  const { payments, due, charge } = data;
  // The dialog stays open until it is closed, although nothing is due anymore.
  wasDue.current ||= due > 0;
  const waits = payments.some(({ payment }) => payment.status === 'pending');
  if (due === 0 && payments.length === 0) return null;
  return (
    <section aria-label="Payments" className="flex flex-col gap-4">
      {due > 0 && charge !== null && charge.reason !== null && charge.outcome !== 'dropped' ? (
        <Banner kind="warning">Your stored card has not paid it: {charge.reason}</Banner>
      ) : null}
      {wasDue.current ? (
        <div>
          <PayInvoiceDialog invoice={{ ...invoice, due }} />
          {waits ? (
            <p className="mt-2 text-13 text-muted">
              A payment is on its way. If you pay twice, the excess becomes your credit.
            </p>
          ) : null}
        </div>
      ) : null}
      {payments.length === 0 ? null : (
        <DataTable
          name="Payments of the invoice"
          columns={paymentColumns}
          rows={payments}
          rowKey={({ payment }) => payment.id}
          empty={null}
        />
      )}
    </section>
  );
}

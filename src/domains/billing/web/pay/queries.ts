import { queryOptions } from '@tanstack/react-query';
import { listInvoicePayments, readBillingCard } from '#domains/billing/contract.ts';
import { call } from '#platform/web/api-client.ts';
import { timing } from '#platform/web/ui/timing/timing.ts';

/** How often pending payments are reloaded. Money may arrive at any moment. */
const WAITING_MILLISECONDS = 3000;

export const invoicePaymentsQuery = (invoiceId: string) =>
  queryOptions({
    queryKey: ['billing', 'payments', invoiceId],
    queryFn: ({ signal }) => call(listInvoicePayments, { params: { invoiceId } }, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.payments.some(({ payment }) => payment.status === 'pending') ? WAITING_MILLISECONDS : timing.refresh,
  });

export const billingCardQuery = queryOptions({
  queryKey: ['billing', 'card'],
  queryFn: ({ signal }) => call(readBillingCard, {}, { signal }),
});

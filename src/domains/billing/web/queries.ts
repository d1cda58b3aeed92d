import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import {
  listBillingEvents,
  listInvoices,
  listPlans,
  previewChange,
  readBillingAccount,
  readBillingDetails,
  readInvoice,
  readSubscription,
  readTeam,
  readUsage,
} from '#domains/billing/contract.ts';
import type { CallInput } from '#platform/contract/route.ts';
import { call } from '#platform/web/api-client.ts';
import { timing } from '#platform/web/ui/timing/timing.ts';

/** The terms that a change names. */
export type Change = NonNullable<CallInput<typeof previewChange>['body']>;

export const plansQuery = queryOptions({
  queryKey: ['billing', 'plans'],
  queryFn: ({ signal }) => call(listPlans, {}, { signal }),
  staleTime: Infinity,
});

export const subscriptionQuery = queryOptions({
  queryKey: ['billing', 'subscription'],
  queryFn: ({ signal }) => call(readSubscription, {}, { signal }),
  refetchInterval: timing.refresh,
});

/** Reads the debt and the limits of the account. A payment confirmed by an administrator changes them. */
export const accountQuery = queryOptions({
  queryKey: ['billing', 'account'],
  queryFn: ({ signal }) => call(readBillingAccount, {}, { signal }),
  refetchInterval: timing.refresh,
});

export const invoicesQuery = (page: number) =>
  queryOptions({
    queryKey: ['billing', 'invoices', page],
    queryFn: ({ signal }) => call(listInvoices, { query: { page, limit: 25 } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: timing.refresh,
  });

export const invoiceQuery = (invoiceId: string) =>
  queryOptions({
    queryKey: ['billing', 'invoice', invoiceId],
    queryFn: ({ signal }) => call(readInvoice, { params: { invoiceId } }, { signal }),
  });

export const eventsQuery = queryOptions({
  queryKey: ['billing', 'events'],
  queryFn: ({ signal }) => call(listBillingEvents, { query: { limit: 50 } }, { signal }),
});

export const detailsQuery = queryOptions({
  queryKey: ['billing', 'details'],
  queryFn: ({ signal }) => call(readBillingDetails, {}, { signal }),
  // Does not replace values that are being typed.
  staleTime: Infinity,
});

export const teamQuery = queryOptions({
  queryKey: ['billing', 'team'],
  queryFn: ({ signal }) => call(readTeam, {}, { signal }),
});

export const usageQuery = (days: number) =>
  queryOptions({
    queryKey: ['billing', 'usage', days],
    queryFn: ({ signal }) => call(readUsage, { query: { days } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Computes the cost of a change, by the engine of the invoices. Prices depend on the second, so it is never cached. */
export const previewQuery = (change: Change) =>
  queryOptions({
    queryKey: ['billing', 'preview', change],
    queryFn: ({ signal }) => call(previewChange, { body: change }, { signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

/** Reloads everything about billing, after a change. */
export const refreshBilling = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ['billing'] });

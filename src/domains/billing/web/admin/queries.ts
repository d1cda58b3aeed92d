import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listSubscriptions, readAdministeredBilling } from '#domains/billing/contract.ts';
import { call } from '#platform/web/api-client.ts';
import type { SubscriptionsDeskSearch } from './subscriptions-desk-search.ts';

export const subscriptionsQuery = ({ status, search, page = 1 }: SubscriptionsDeskSearch) => {
  const query = { ...(status ? { status } : {}), ...(search ? { search } : {}), page, limit: 25 };
  return queryOptions({
    queryKey: ['billing', 'subscriptions', query],
    queryFn: ({ signal }) => call(listSubscriptions, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
};

export const administeredQuery = (username: string) =>
  queryOptions({
    queryKey: ['billing', 'administered', username],
    queryFn: ({ signal }) => call(readAdministeredBilling, { params: { username } }, { signal }),
  });

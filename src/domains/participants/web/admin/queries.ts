import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { administrationTotals, adminLog, listAccounts, readAccount } from '#domains/participants/contract.ts';
import { call } from '#platform/web/api-client.ts';
import type { AdminSearch } from './admin-search.ts';

export const rowsAPage = 25;

export const accountsQuery = ({ search, role, status, administrator, auditor, page = 1 }: AdminSearch) => {
  const query = { search, role, status, administrator, auditor, page, limit: rowsAPage };
  return queryOptions({
    queryKey: ['admin', 'accounts', query],
    queryFn: ({ signal }) => call(listAccounts, { query }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
};

export const totalsQuery = queryOptions({
  queryKey: ['admin', 'totals'],
  queryFn: ({ signal }) => call(administrationTotals, {}, { signal }),
  staleTime: 0,
});

export const accountQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'account', id],
    queryFn: ({ signal }) => call(readAccount, { params: { id } }, { signal }),
    staleTime: 0,
  });

export const adminLogQuery = ({ who, page = 1 }: AdminSearch) => {
  const query = { account: who, page, limit: rowsAPage };
  return queryOptions({
    queryKey: ['admin', 'log', query],
    queryFn: ({ signal }) => call(adminLog, { query }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
};

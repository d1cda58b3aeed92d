import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listValidations, validateChain } from '#domains/ledger/contract.ts';
import { adminLog, listAccounts, readAccount } from '#domains/participants/contract.ts';
import { call } from '#platform/web/api-client.ts';
import type { AdminSearch } from './admin-search.ts';

export const rowsAPage = 25;
const jobsInterval = 2000;

export const accountsQuery = ({ search, role, status, administrator, page = 1 }: AdminSearch) => {
  const query = { search, role, status, administrator, page, limit: rowsAPage };
  return queryOptions({
    queryKey: ['admin', 'accounts', query],
    queryFn: ({ signal }) => call(listAccounts, { query }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
};

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

/** What works in the background: looked at again every two seconds while it is on screen. */
export const verifierQuery = queryOptions({
  queryKey: ['admin', 'verifier'],
  queryFn: ({ signal }) => call(validateChain, {}, { signal }),
  refetchInterval: jobsInterval,
});

export const validationsQuery = queryOptions({
  queryKey: ['admin', 'validations'],
  queryFn: ({ signal }) => call(listValidations, {}, { signal }),
  refetchInterval: jobsInterval,
});

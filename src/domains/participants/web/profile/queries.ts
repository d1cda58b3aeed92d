import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listPasskeys, listSessions, readSecondFactors, securityLog } from '#domains/participants/contract.ts';
import { call } from '#platform/web/api-client.ts';

export const logPage = 10;

export const sessionsQuery = queryOptions({
  queryKey: ['profile', 'sessions'],
  queryFn: ({ signal }) => call(listSessions, {}, { signal }),
  staleTime: 0,
});

export const secondFactorsQuery = queryOptions({
  queryKey: ['profile', 'second-factors'],
  queryFn: ({ signal }) => call(readSecondFactors, {}, { signal }),
  staleTime: 0,
});

export const passkeysQuery = queryOptions({
  queryKey: ['profile', 'passkeys'],
  queryFn: ({ signal }) => call(listPasskeys, {}, { signal }),
  staleTime: 0,
});

export const securityLogQuery = (page: number) =>
  queryOptions({
    queryKey: ['profile', 'security-log', page],
    queryFn: ({ signal }) => call(securityLog, { query: { page, limit: logPage } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

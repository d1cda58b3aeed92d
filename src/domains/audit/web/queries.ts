import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { readAuditLog } from '#domains/audit/contract.ts';
import { call } from '#platform/web/api-client.ts';
import { type AuditFilter, queryOf } from './audit-search.ts';

/** A page of the filtered log. It loads on demand and is never refetched on its own. */
export const auditLogQuery = (filter: AuditFilter, page: { page: number; limit: number }) =>
  queryOptions({
    queryKey: ['audit-log', filter, page],
    queryFn: ({ signal }) => call(readAuditLog, { query: { ...queryOf(filter), ...page } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });

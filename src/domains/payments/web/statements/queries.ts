import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  type LineFilter,
  listStatementLines,
  listStatements,
  listSuspense,
  readStatement,
} from '#domains/payments/contract.ts';
import { call } from '#platform/web/api-client.ts';

export const PAGE_LINES = 50;

export const statementsQuery = (page: number) =>
  queryOptions({
    queryKey: ['statements', 'list', page],
    queryFn: ({ signal }) => call(listStatements, { query: { page, limit: 10 } }, { signal }),
    placeholderData: keepPreviousData,
  });

export const statementQuery = (statementId: string) =>
  queryOptions({
    queryKey: ['statements', 'one', statementId],
    queryFn: ({ signal }) => call(readStatement, { params: { statementId } }, { signal }),
  });

/** The lines of a statement, or those in suspense of all statements. */
export const linesQuery = (statementId: string | undefined, outcome: LineFilter | undefined, page: number) =>
  queryOptions({
    queryKey: ['statements', 'lines', statementId ?? 'suspense', outcome ?? 'all', page],
    queryFn: ({ signal }) =>
      statementId === undefined
        ? call(listSuspense, { query: { page, limit: PAGE_LINES } }, { signal })
        : call(
            listStatementLines,
            {
              params: { statementId },
              query: { page, limit: PAGE_LINES, ...(outcome === undefined ? {} : { outcome }) },
            },
            { signal },
          ),
    placeholderData: keepPreviousData,
  });

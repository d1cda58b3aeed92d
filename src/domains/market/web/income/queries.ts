import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listIncome, listOwnIncome } from '#domains/market/contract.ts';
import { call } from '#platform/web/api-client.ts';
import { timing } from '#platform/web/ui/timing/timing.ts';

export const ownIncomeQuery = queryOptions({
  queryKey: ['market', 'own-income'],
  queryFn: ({ signal }) => call(listOwnIncome, { query: { limit: 100 } }, { signal }),
  refetchInterval: timing.refresh,
});

/** The newest distributions of a property. */
export const incomeQuery = (propertyId: string) =>
  queryOptions({
    queryKey: ['market', 'income', propertyId],
    queryFn: ({ signal }) => call(listIncome, { params: { propertyId }, query: { limit: 10 } }, { signal }),
    placeholderData: keepPreviousData,
  });

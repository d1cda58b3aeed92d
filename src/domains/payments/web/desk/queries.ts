import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listEthRates, listHeldMoney, listReconciliations } from '#domains/payments/contract.ts';
import { call } from '#platform/web/api-client.ts';

export const heldQuery = (show: 'open' | 'decided', page: number) =>
  queryOptions({
    queryKey: ['statements', 'held', show, page],
    queryFn: ({ signal }) => call(listHeldMoney, { query: { show, page } }, { signal }),
    placeholderData: keepPreviousData,
  });

export const reconciliationsQuery = queryOptions({
  queryKey: ['payments', 'reconciliations'],
  queryFn: ({ signal }) => call(listReconciliations, {}, { signal }),
});

export const ethRatesQuery = queryOptions({
  queryKey: ['payments', 'eth-rates'],
  queryFn: ({ signal }) => call(listEthRates, {}, { signal }),
});

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listShares, readMarketData } from '#domains/market/contract.ts';
import { listProperties, readProperty, residentProperties } from '#domains/registry/contract.ts';
import { call } from '#platform/web/api-client.ts';

const REFRESH_MILLISECONDS = 30_000;

export const totalsQuery = queryOptions({
  queryKey: ['market', 'totals'],
  queryFn: ({ signal }) => call(readMarketData, {}, { signal }),
  refetchInterval: REFRESH_MILLISECONDS,
});

export const sharesQuery = (query: { search?: string | undefined; page: number }) =>
  queryOptions({
    queryKey: ['market', 'shares', query],
    queryFn: ({ signal }) => call(listShares, { query: { ...query, limit: 25 } }, { signal }),
    placeholderData: keepPreviousData,
    // Until the calls of what is shown are final.
    refetchInterval: ({ state }) =>
      state.data?.properties.some(({ tradingActivity }) =>
        tradingActivity.some(({ txStatus }) => txStatus === 'queued' || txStatus === 'sent'),
      )
        ? 1000
        : REFRESH_MILLISECONDS,
  });

export const ownPropertiesQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['registry', 'resident', accountId],
    queryFn: ({ signal }) => call(residentProperties, { params: { id: accountId } }, { signal }),
  });

export const propertyQuery = (id: string) =>
  queryOptions({
    queryKey: ['registry', 'property', id],
    queryFn: ({ signal }) => call(readProperty, { params: { id } }, { signal }),
  });

/** Finds properties by words, for a combobox. */
export const searchProperties = async (text: string, signal: AbortSignal) => {
  const { properties } = await call(
    listProperties,
    { query: { search: text, status: 'active', limit: 10 } },
    { signal },
  );
  return properties.map(({ propertyId, address }) => ({ value: propertyId, label: address, detail: propertyId }));
};

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listShares, PRICES_MAX, readMarketData } from '#domains/market/contract.ts';
import { listProperties, readProperty, residentProperties } from '#domains/registry/contract.ts';
import type { ResponseIn } from '#platform/contract/route.ts';
import { call } from '#platform/web/api-client.ts';

const REFRESH_MILLISECONDS = 30_000;

export const totalsQuery = queryOptions({
  queryKey: ['market', 'totals'],
  queryFn: ({ signal }) => call(readMarketData, {}, { signal }),
  refetchInterval: REFRESH_MILLISECONDS,
});

type Price = ResponseIn<typeof readMarketData>['prices'][number];

/** Returns the volume of a property within 24 hours. Undefined if not known, because the prices include only the properties traded last. */
export function volumeOf(prices: readonly Price[] | undefined, propertyId: string): Price['volume'] | undefined {
  if (prices === undefined) return undefined;
  const known = prices.find((one) => one.propertyId === propertyId)?.volume;
  return known ?? (prices.length < PRICES_MAX ? { shares: 0, amount: 0 } : undefined);
}

export const sharesQuery = (query: { search?: string | undefined; page: number }) =>
  queryOptions({
    queryKey: ['market', 'shares', query],
    queryFn: ({ signal }) => call(listShares, { query: { ...query, limit: 25 } }, { signal }),
    placeholderData: keepPreviousData,
    // Reloads until the calls of the listed shares are final.
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

/** Returns the ids of the 100 properties whose shares were issued last. */
export const issuedQuery = queryOptions({
  queryKey: ['market', 'issued'],
  queryFn: async ({ signal }) => {
    const { properties } = await call(listShares, { query: { limit: 100 } }, { signal });
    return properties.map(({ propertyId }) => propertyId);
  },
});

/** Finds properties without shares by words, for a combobox. */
export const searchProperties = async (text: string, signal: AbortSignal) => {
  const [{ properties }, issued] = await Promise.all([
    call(listProperties, { query: { search: text, status: 'active', limit: 25 } }, { signal }),
    call(listShares, { query: { search: text, limit: 100 } }, { signal }),
  ]);
  const taken = new Set(issued.properties.map(({ propertyId }) => propertyId));
  const free = properties.filter(({ propertyId }) => !taken.has(propertyId)).slice(0, 10);
  return free.map(({ propertyId, address }) => ({ value: propertyId, label: address, detail: propertyId }));
};

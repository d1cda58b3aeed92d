import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  type CallStatus,
  listOrders,
  listShares,
  readCandles,
  readOrderBook,
  readPortfolio,
} from '#domains/market/contract.ts';
import { call } from '#platform/web/api-client.ts';
import { timing } from '#platform/web/ui/timing/timing.ts';

/** Short enough to follow the state of a call, in milliseconds. */
const UNTIL_FINAL_MILLISECONDS = 2000;

/** New blocks refetch all of these. The interval is for a lost connection, and for orders that expire. */
export const bookQuery = (propertyId: string) =>
  queryOptions({
    queryKey: ['market', 'book', propertyId],
    queryFn: ({ signal }) => call(readOrderBook, { params: { propertyId } }, { signal }),
    refetchInterval: timing.refresh,
  });

export const candlesQuery = (propertyId: string, interval: 'hour' | 'day') =>
  queryOptions({
    queryKey: ['market', 'candles', propertyId, interval],
    queryFn: ({ signal }) => call(readCandles, { params: { propertyId }, query: { interval } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: timing.refresh,
  });

/** Reads the account's newest orders. The state of their calls changes without a block. */
export const ordersQuery = (propertyId: string, status: 'open' | 'closed') =>
  queryOptions({
    queryKey: ['market', 'orders', propertyId, status],
    queryFn: ({ signal }) =>
      call(listOrders, { query: { propertyId, status, limit: status === 'open' ? 100 : 25 } }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.orders.some(({ txStatus }) => isPending(txStatus)) ? UNTIL_FINAL_MILLISECONDS : timing.refresh,
  });

export const portfolioQuery = queryOptions({
  queryKey: ['market', 'portfolio'],
  queryFn: ({ signal }) => call(readPortfolio, {}, { signal }),
  refetchInterval: timing.refresh,
});

/** Finds properties with shares by words, for a combobox. */
export const searchShares = async (text: string, signal: AbortSignal) => {
  const search = text.trim();
  const { properties } = await call(
    listShares,
    { query: { ...(search === '' ? {} : { search }), limit: 25 } },
    { signal },
  );
  return properties.map(({ propertyId, address }) => ({ value: propertyId, label: address, detail: propertyId }));
};

const isPending = (status: CallStatus) => status === 'queued' || status === 'sent';

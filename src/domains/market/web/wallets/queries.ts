import { queryOptions } from '@tanstack/react-query';
import { listWallets, listWithdrawals } from '#domains/market/contract.ts';
import { call } from '#platform/web/api-client.ts';
import { timing } from '#platform/web/ui/timing/timing.ts';

export const walletsQuery = queryOptions({
  queryKey: ['market', 'wallets'],
  queryFn: ({ signal }) => call(listWallets, {}, { signal }),
  refetchInterval: timing.refresh,
});

/** Short enough to follow a withdrawal, in milliseconds. */
const UNTIL_DELIVERED_MILLISECONDS = 2000;

export const outsideQuery = queryOptions({
  queryKey: ['market', 'outside'],
  queryFn: ({ signal }) => call(listWithdrawals, {}, { signal }),
  refetchInterval: ({ state }) =>
    state.data?.withdrawals.some((one) => one.state === 'pending') ? UNTIL_DELIVERED_MILLISECONDS : timing.refresh,
});

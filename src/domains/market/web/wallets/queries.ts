import { queryOptions } from '@tanstack/react-query';
import { listWallets } from '#domains/market/contract.ts';
import { call } from '#platform/web/api-client.ts';
import { timing } from '#platform/web/ui/timing/timing.ts';

export const walletsQuery = queryOptions({
  queryKey: ['market', 'wallets'],
  queryFn: ({ signal }) => call(listWallets, {}, { signal }),
  refetchInterval: timing.refresh,
});

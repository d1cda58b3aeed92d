import { queryOptions } from '@tanstack/react-query';
import { listReceivers } from '#domains/market/contract.ts';
import { call } from '#platform/web/api-client.ts';
import { timing } from '#platform/web/ui/timing/timing.ts';

/** The receivers of shares that are not public, as far as the account may see them. */
export const receiversQuery = (propertyId: string) =>
  queryOptions({
    queryKey: ['market', 'receivers', propertyId],
    queryFn: ({ signal }) => call(listReceivers, { params: { propertyId } }, { signal }),
    refetchInterval: timing.refresh,
  });

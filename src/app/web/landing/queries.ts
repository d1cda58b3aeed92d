import { queryOptions } from '@tanstack/react-query';
import { readChain } from '#domains/ledger/contract.ts';
import { call } from '#platform/web/api-client.ts';

const stonesShown = 7;

/** The newest blocks, for the stack of stones. Invalidated by every new block. */
export const stonesQuery = queryOptions({
  queryKey: ['chain', 'stones'],
  queryFn: ({ signal }) => call(readChain, { query: { limit: stonesShown } }, { signal }),
});

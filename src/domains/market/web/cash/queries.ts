import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listAllPayouts, listDeposits, listPayouts, type Payout, type PayoutState } from '#domains/market/contract.ts';
import { call } from '#platform/web/api-client.ts';
import { timing } from '#platform/web/ui/timing/timing.ts';

/** How often pending deposits, and payouts whose call is not final, are reloaded. Both change without a block. */
const WAITING_MILLISECONDS = 3000;

export const depositsQuery = queryOptions({
  queryKey: ['market', 'deposits'],
  queryFn: ({ signal }) => call(listDeposits, { query: { limit: 25 } }, { signal }),
  refetchInterval: ({ state: { data } }) =>
    data !== undefined && (data.owed > 0 || data.deposits.some(({ payment }) => payment.status === 'pending'))
      ? WAITING_MILLISECONDS
      : timing.refresh,
});

export const payoutsQuery = queryOptions({
  queryKey: ['market', 'payouts'],
  queryFn: ({ signal }) => call(listPayouts, { query: { limit: 25 } }, { signal }),
  refetchInterval: ({ state }) => intervalOf(state.data?.payouts),
});

export const allPayoutsQuery = (status: PayoutState, page: number) =>
  queryOptions({
    queryKey: ['market', 'payouts', 'all', status, page],
    queryFn: ({ signal }) => call(listAllPayouts, { query: { status, page, limit: 25 } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => intervalOf(state.data?.payouts),
  });

function intervalOf(payouts: readonly Pick<Payout, 'txStatus'>[] | undefined): number {
  const isWaiting = payouts?.some(({ txStatus }) => txStatus === 'queued' || txStatus === 'sent');
  return isWaiting ? WAITING_MILLISECONDS : timing.refresh;
}

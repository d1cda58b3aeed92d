import { queryOptions } from '@tanstack/react-query';
import { demoAccounts } from '#domains/demo/contract.ts';
import { recentActivities } from '#domains/trace/contract.ts';
import { call } from '#platform/web/api-client.ts';

const activitiesRead = 100;

/** The demo accounts; none outside demo mode. */
export const demoAccountsQuery = queryOptions({
  queryKey: ['demo-accounts'],
  queryFn: ({ signal }) => call(demoAccounts, {}, { signal }),
  staleTime: Infinity,
});

/** The newest events of a participant. Invalidated by every new block. */
export const ownEventsQuery = (participantId: string) =>
  queryOptions({
    queryKey: ['recent-activities', 'role demo', participantId],
    queryFn: ({ signal }) =>
      call(recentActivities, { query: { clock: 'recorded', participantId, limit: activitiesRead } }, { signal }),
  });

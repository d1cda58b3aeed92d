import { expect, test } from 'vitest';
import { createQueryClient } from '#platform/web/query-client.ts';
import { filterOf } from './participants-search.ts';
import { participantQuery, participantStatsQuery, participantsQuery, refreshParticipants } from './queries.ts';

test('registering a participant invalidates the list, the names, the counts and the dashboard stats', () => {
  const client = createQueryClient();
  const changed: readonly (readonly unknown[])[] = [
    participantsQuery(filterOf({})).queryKey,
    participantStatsQuery.queryKey,
    participantQuery('acme').queryKey,
    ['participants'],
    ['dashboard-stats'],
  ];
  for (const queryKey of [...changed, ['assets']]) client.setQueryData(queryKey, {});
  refreshParticipants(client);
  expect(changed.map((queryKey) => client.getQueryState(queryKey)?.isInvalidated)).toEqual(changed.map(() => true));
  expect(client.getQueryState(['assets'])?.isInvalidated).toBe(false);
});

import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { participantStats, participantsList, readParticipant } from '#domains/participants/contract.ts';
import { call, send } from '#platform/web/api-client.ts';
import type { filterOf } from './participants-search.ts';

type Filter = ReturnType<typeof filterOf>;

/** Fetches a page of the list. The total is in a header. */
export async function fetchParticipants(filter: Filter, signal?: AbortSignal) {
  const answer = await send(participantsList, { query: filter }, { signal });
  return {
    participants: participantsList.response.parse(await answer.json()),
    total: Number(answer.headers.get('x-total-count') ?? 0),
    totalPages: Number(answer.headers.get('x-total-pages') ?? 0),
  };
}

export const participantsQuery = (filter: Filter) =>
  queryOptions({
    queryKey: ['participants-list', filter],
    queryFn: ({ signal }) => fetchParticipants(filter, signal),
    placeholderData: keepPreviousData,
  });

export const participantStatsQuery = queryOptions({
  queryKey: ['participant-stats'],
  queryFn: ({ signal }) => call(participantStats, {}, { signal }),
});

export const participantQuery = (username: string) =>
  queryOptions({
    queryKey: ['participant', username],
    queryFn: ({ signal }) => call(readParticipant, { params: { id: username } }, { signal }),
  });

/** Invalidates every query about participants. */
export function refreshParticipants(queryClient: QueryClient): void {
  for (const key of ['participants-list', 'participants', 'participant-stats', 'dashboard-stats', 'participant'])
    void queryClient.invalidateQueries({ queryKey: [key] });
}

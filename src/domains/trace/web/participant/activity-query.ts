import { queryOptions } from '@tanstack/react-query';
import { participantActivity } from '#domains/trace/contract.ts';
import { call } from '#platform/web/api-client.ts';

/** Reads what a participant did. Stale with everything else about the participant. */
export const activityQuery = (username: string) =>
  queryOptions({
    queryKey: ['participant', username, 'activity'],
    queryFn: ({ signal }) => call(participantActivity, { params: { id: username } }, { signal }),
    staleTime: 0,
  });

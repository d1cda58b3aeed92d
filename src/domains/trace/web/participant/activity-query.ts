import { queryOptions } from '@tanstack/react-query';
import { participantActivity } from '#domains/trace/contract.ts';
import { call } from '#platform/web/api-client.ts';

/** The activity of a participant, invalidated together with everything else about it. */
export const activityQuery = (username: string) =>
  queryOptions({
    queryKey: ['participant', username, 'activity'],
    queryFn: ({ signal }) => call(participantActivity, { params: { id: username } }, { signal }),
    staleTime: 0,
  });

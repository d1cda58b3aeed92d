import { queryOptions, skipToken } from '@tanstack/react-query';

/** When the trial ends that was started with the account, until the reader has closed the notice about it. */
export const startedTrialQuery = queryOptions<string | null>({
  queryKey: ['started-trial'],
  queryFn: skipToken,
  staleTime: Number.POSITIVE_INFINITY,
});

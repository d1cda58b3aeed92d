import { queryOptions, skipToken } from '@tanstack/react-query';

/** The end of the trial that was started with the account, stored until its notice is closed. */
export const startedTrialQuery = queryOptions<string | null>({
  queryKey: ['started-trial'],
  queryFn: skipToken,
  staleTime: Number.POSITIVE_INFINITY,
});

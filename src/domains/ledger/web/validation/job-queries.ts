import { queryOptions } from '@tanstack/react-query';
import { listValidations, validateChain } from '#domains/ledger/contract.ts';
import { call } from '#platform/web/api-client.ts';

const jobsInterval = 2000;

/** The background jobs, polled every two seconds while on screen. */
export const verifierQuery = queryOptions({
  queryKey: ['admin', 'verifier'],
  queryFn: ({ signal }) => call(validateChain, {}, { signal }),
  refetchInterval: jobsInterval,
});

export const validationsQuery = queryOptions({
  queryKey: ['admin', 'validations'],
  queryFn: ({ signal }) => call(listValidations, {}, { signal }),
  refetchInterval: jobsInterval,
});

import { queryOptions } from '@tanstack/react-query';
import { findBlock, readBlock, readChain, readValidation, validateChain } from '#domains/ledger/contract.ts';
import { call } from '#platform/web/api-client.ts';
import { timing } from '#platform/web/ui/timing/timing.ts';
import type { BlockReference } from './block-reference.ts';

/** How many blocks the strip and the list show at a time. */
export const windowSize = 24;

const progressInterval = 400;

/** The newest blocks, read anew at every visit; live news never changes them under the reader. */
export const newestBlocks = queryOptions({
  queryKey: ['chain', 'newest'],
  queryFn: ({ signal }) => call(readChain, { query: { limit: windowSize } }, { signal }),
  staleTime: 0,
  gcTime: 0,
});

/** The blocks right below `end`: the same ones however far the chain has grown. */
export const blocksBefore = (end: number) =>
  queryOptions({
    queryKey: ['chain', 'window', end],
    queryFn: ({ signal }) => call(readChain, { query: { limit: windowSize, before: end } }, { signal }),
  });

export const blockQuery = (reference: BlockReference) =>
  queryOptions({
    queryKey: ['block', reference],
    queryFn: ({ signal }) =>
      'hash' in reference
        ? call(findBlock, { params: reference }, { signal })
        : call(readBlock, { params: reference }, { signal }),
  });

/** What the server's own verifier says of the chain. */
export const verdictQuery = queryOptions({
  queryKey: ['chain', 'verdict'],
  queryFn: ({ signal }) => call(validateChain, {}, { signal }),
  refetchInterval: timing.refresh,
  staleTime: timing.refresh,
});

/** A full validation, read again as long as it runs. */
export const validationQuery = (id: string) =>
  queryOptions({
    queryKey: ['chain', 'validation', id],
    queryFn: ({ signal }) => call(readValidation, { params: { id } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? progressInterval : false),
  });

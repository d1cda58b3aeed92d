import { queryOptions } from '@tanstack/react-query';
import type { BlockReference } from '#domains/ledger/contract/block-reference.ts';
import {
  findBlock,
  readBlock,
  readChain,
  readCorrections,
  readValidation,
  validateChain,
} from '#domains/ledger/contract.ts';
import { call } from '#platform/web/api-client.ts';
import { timing } from '#platform/web/ui/timing/timing.ts';

/** Blocks in the strip and the list at a time. */
export const windowSize = 24;

const progressInterval = 400;

/** The newest blocks, reloaded at every visit. Live news never changes them on screen. */
export const newestBlocks = queryOptions({
  queryKey: ['chain', 'newest'],
  queryFn: ({ signal }) => call(readChain, { query: { limit: windowSize, names: 'true' } }, { signal }),
  staleTime: 0,
  gcTime: 0,
});

/** The blocks directly below `end`, which stay the same as the chain grows. */
export const blocksBefore = (end: number) =>
  queryOptions({
    queryKey: ['chain', 'window', end],
    queryFn: ({ signal }) => call(readChain, { query: { limit: windowSize, before: end, names: 'true' } }, { signal }),
  });

/**
 * The corrections of the blocks from one index to another. The key begins like that of the stones, so that a new block, which
 * may be a correction, refreshes them.
 */
export const correctionsQuery = (from: number, to: number) =>
  queryOptions({
    queryKey: ['chain', 'stones', 'corrections', from, to],
    queryFn: async ({ signal }) => {
      const { corrections } = await call(readCorrections, { query: { from, to } }, { signal });
      return new Map(corrections.map(({ blockIndex, correctedBy }) => [blockIndex, correctedBy]));
    },
  });

export const blockQuery = (reference: BlockReference) =>
  queryOptions({
    queryKey: ['block', reference],
    queryFn: ({ signal }) =>
      'hash' in reference
        ? call(findBlock, { params: reference }, { signal })
        : call(readBlock, { params: reference }, { signal }),
  });

/** The verdict of the server's own verifier. */
export const verdictQuery = queryOptions({
  queryKey: ['chain', 'verdict'],
  queryFn: ({ signal }) => call(validateChain, {}, { signal }),
  refetchInterval: timing.refresh,
  staleTime: timing.refresh,
});

/** A full validation, polled while it runs. */
export const validationQuery = (id: string) =>
  queryOptions({
    queryKey: ['chain', 'validation', id],
    queryFn: ({ signal }) => call(readValidation, { params: { id } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? progressInterval : false),
  });

import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  assetFacets,
  assetSuggestions,
  type LineageDirection,
  listAssets,
  readAsset,
  readLineage,
  readRecall,
} from '#domains/trace/contract.ts';
import type { CallInput } from '#platform/contract/route.ts';
import { call } from '#platform/web/api-client.ts';

type AssetFilter = NonNullable<CallInput<typeof listAssets>['query']>;

const searchFresh = 30_000;
const journeyPage = 200;

export const assetsQuery = (filter: AssetFilter) =>
  queryOptions({
    queryKey: ['assets', filter],
    queryFn: ({ signal }) => call(listAssets, { query: filter }, { signal }),
    staleTime: searchFresh,
    placeholderData: keepPreviousData,
  });

type FacetFilter = NonNullable<CallInput<typeof assetFacets>['query']>;

/** How many assets each value of a filter would leave. */
export const facetsQuery = ({ search, category, status, batch }: FacetFilter) => {
  const query = { search, category, status, batch };
  return queryOptions({
    queryKey: ['assets', 'facets', query],
    queryFn: ({ signal }) => call(assetFacets, { query }, { signal }),
    staleTime: searchFresh,
    placeholderData: keepPreviousData,
  });
};

/** What a text names; with `similar` also what is written much alike. */
export const suggestionsQuery = (text: string, similar: boolean) =>
  queryOptions({
    queryKey: ['assets', 'suggestions', text, similar],
    queryFn: ({ signal }) => call(assetSuggestions, { query: { text, similar: String(similar) } }, { signal }),
    staleTime: searchFresh,
  });

/** An asset with its journey, from the beginning, as many pages as were asked for. */
export const assetQuery = (assetId: string) =>
  infiniteQueryOptions({
    queryKey: ['asset', assetId],
    queryFn: ({ signal, pageParam }) =>
      call(readAsset, { params: { assetId }, query: { page: pageParam, limit: journeyPage } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => (pagination.hasNext ? pagination.page + 1 : undefined),
  });

/** What an asset was made from, or went into. The graph of the page before stays until this one is there. */
export const lineageQuery = (assetId: string, direction: LineageDirection, depth: number) =>
  queryOptions({
    queryKey: ['asset', assetId, 'lineage', direction, depth],
    queryFn: ({ signal }) => call(readLineage, { params: { assetId }, query: { direction, depth } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** What a recall would reach. It stays as it was read, so that a printed page does not change under its reader. */
export const recallQuery = (assetId: string, scope: 'asset' | 'batch') =>
  queryOptions({
    queryKey: ['recall', assetId, scope],
    queryFn: ({ signal }) => call(readRecall, { params: { assetId }, query: { scope } }, { signal }),
    staleTime: 0,
  });

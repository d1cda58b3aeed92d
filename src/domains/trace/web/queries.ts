import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import {
  type Asset,
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
import type { Tone } from '#platform/web/ui/tokens/tone.ts';
import { rememberAssetNames } from './asset-names.ts';

type AssetFilter = NonNullable<CallInput<typeof listAssets>['query']>;

const searchFresh = 30_000;
const journeyPage = 200;

export const assetsQuery = (filter: AssetFilter) =>
  queryOptions({
    queryKey: ['assets', filter],
    queryFn: async ({ signal }) => {
      const page = await call(listAssets, { query: filter }, { signal });
      rememberAssetNames(page.assets);
      return page;
    },
    staleTime: searchFresh,
    placeholderData: keepPreviousData,
  });

type FacetFilter = NonNullable<CallInput<typeof assetFacets>['query']>;

/** Asset counts for each value of a filter. */
export const facetsQuery = (filter: FacetFilter) => {
  const { search, category, status, batch, custodian, addressee, participant } = filter;
  const query = { search, category, status, batch, custodian, addressee, participant };
  return queryOptions({
    queryKey: ['assets', 'facets', query],
    queryFn: ({ signal }) => call(assetFacets, { query }, { signal }),
    staleTime: searchFresh,
    placeholderData: keepPreviousData,
  });
};

/** What a text may refer to; with `similar`, also similar spellings. */
export const suggestionsQuery = (text: string, similar: boolean) =>
  queryOptions({
    queryKey: ['assets', 'suggestions', text, similar],
    queryFn: ({ signal }) => call(assetSuggestions, { query: { text, similar: String(similar) } }, { signal }),
    staleTime: searchFresh,
  });

/** An asset with its journey from the start, one page at a time. */
export const assetQuery = (assetId: string) =>
  infiniteQueryOptions({
    queryKey: ['asset', assetId],
    queryFn: async ({ signal, pageParam }) => {
      const query = { page: pageParam, limit: journeyPage };
      const page = await call(readAsset, { params: { assetId }, query }, { signal });
      rememberAssetNames([page.asset]);
      return page;
    },
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => (pagination.hasNext ? pagination.page + 1 : undefined),
  });

type AssetPreview = Pick<Asset, 'assetId' | 'name'> & {
  readonly currentStatus: string;
  /** The color of the status. A prerendered page has a placeholder here, as for the status itself. */
  readonly tone?: Tone;
};

/** The data of an asset from a list, shown until its own page has loaded. */
const previewKey = (assetId: string) => ['asset-preview', assetId] as const;

export const assetPreviewQuery = (assetId: string) =>
  queryOptions<AssetPreview>({ queryKey: previewKey(assetId), enabled: false, staleTime: Infinity });

export function seedAssetPreview(queryClient: QueryClient, preview: AssetPreview): void {
  queryClient.setQueryData(previewKey(preview.assetId), preview);
}

/** An asset with the newest step of its journey. It is never cached. */
export const newestStepQuery = (assetId: string) =>
  queryOptions({
    queryKey: ['asset', assetId, 'newest-step'],
    queryFn: async ({ signal }) => {
      const read = (page: number) => call(readAsset, { params: { assetId }, query: { page, limit: 1 } }, { signal });
      const { asset, history, pagination } = await read(1);
      return { asset, step: (pagination.total > 1 ? (await read(pagination.total)).history : history)[0] };
    },
    staleTime: 0,
    gcTime: 0,
  });

/** What an asset was made from or went into. The previous graph stays until the next one loads. */
export const lineageQuery = (assetId: string, direction: LineageDirection, depth: number) =>
  queryOptions({
    queryKey: ['asset', assetId, 'lineage', direction, depth],
    queryFn: ({ signal }) => call(readLineage, { params: { assetId }, query: { direction, depth } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** The reach of a recall. It is never refetched, so that a printed report does not change. */
export const recallQuery = (assetId: string, scope: 'asset' | 'batch') =>
  queryOptions({
    queryKey: ['recall', assetId, scope],
    queryFn: ({ signal }) => call(readRecall, { params: { assetId }, query: { scope } }, { signal }),
    staleTime: 0,
  });

import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { type NavigateOptions, useNavigate } from '@tanstack/react-router';
import { Link2 } from 'lucide-react';
import { useSession } from '#domains/participants/web/index.ts';
import type { Hit, PaletteSearch } from '#platform/web/domain.ts';
import type { SearchGroup, SearchItem } from '#platform/web/ui/form/search-list.tsx';
import { useDebounced } from '#platform/web/ui/timing/use-debounced.ts';
import { domains } from '../domains.ts';
import { type Place, recentPlacesOf } from './recent-places.ts';

const searchFresh = 30_000;

type DomainSearch = PaletteSearch & { readonly domain: string };

/** The searches of all domains, loaded when the palette first opens. */
const searchesQuery = queryOptions({
  queryKey: ['palette', 'searches'],
  queryFn: () =>
    Promise.all(
      domains.flatMap(({ name: domain, search }) =>
        search === undefined ? [] : [search().then((loaded): DomainSearch => ({ ...loaded, domain }))],
      ),
    ),
  staleTime: Infinity,
});
const noSearches: readonly DomainSearch[] = [];

/** Returns the matches for a text, best first: the exact match, then similar ones in each domain. */
export function useSearchResults(typed: string): { groups: readonly SearchGroup[]; searching: boolean } {
  const text = typed.trim();
  const settled = useDebounced(text);
  const toItem = usePlaceItem();
  const { data: searches = noSearches } = useQuery(searchesQuery);
  const results = useQueries({
    queries: searches.map(({ domain, find }) => ({
      queryKey: [domain, 'palette', settled],
      queryFn: ({ signal }: { signal: AbortSignal }) => find(settled, signal),
      enabled: settled !== '',
      staleTime: searchFresh,
    })),
  });
  if (text === '') return { groups: [], searching: false };
  const current = settled === text;
  const found = searches.map((search, n) => {
    const toItems = (hits: readonly Hit[] = []) => hits.map((hit) => toItem({ ...hit, domain: search.domain }));
    const data = current ? results[n]?.data : undefined;
    return {
      exact: [...toItems(data?.exact), ...toItems(search.name?.(text))],
      groups: (data?.groups ?? []).map(({ label, hits }) => ({ label, items: toItems(hits) })),
    };
  });
  return {
    groups: [
      { label: 'Go straight to', items: found.flatMap(({ exact }) => exact) },
      ...found.flatMap(({ groups }) => groups),
    ],
    searching: !current || searches.length === 0 || results.some(({ isFetching }) => isFetching),
  };
}

/** Returns a place as an option. Choosing it opens the place and stores it as recent. */
export function usePlaceItem(): (place: Place | (Hit & { domain: string })) => SearchItem {
  const navigate = useNavigate();
  const places = recentPlacesOf(useSession().user?.id);
  const { data: searches = noSearches } = useQuery(searchesQuery);
  return (place) => {
    const { domain, key, kind, title, detail, id, to, params, search } = place;
    const Icon = searches.find((one) => one.domain === domain)?.icons[kind] ?? Link2;
    return {
      key,
      label: title,
      detail: id === undefined ? detail : <code className="text-12">{id}</code>,
      icon: <Icon aria-hidden="true" size={15} />,
      onChoose: () => {
        places.remember({ ...place, params: params && { ...params }, search: search && { ...search } });
        // A hit is plain data, so the target route checks its parameters.
        void navigate({ to, params, search } as unknown as NavigateOptions);
      },
    };
  };
}

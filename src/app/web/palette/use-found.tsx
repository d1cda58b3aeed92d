import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Box, Boxes, Link2, type LucideIcon, UserRound } from 'lucide-react';
import { parseBlockReference, useHead } from '#domains/ledger/web/index.ts';
import { searchParticipants } from '#domains/participants/web/index.ts';
import { listAssets } from '#domains/trace/contract.ts';
import { suggestionsQuery } from '#domains/trace/web/index.ts';
import { call } from '#platform/web/api-client.ts';
import type { SearchGroup, SearchItem } from '#platform/web/ui/form/search-list.tsx';
import { useDebounced } from '#platform/web/ui/timing/use-debounced.ts';
import { keyOf, type Place, titleOf, wayTo } from './place.ts';
import { rememberPlace } from './recent-places.ts';

const assetsShown = 5;
const participantsShown = 4;
const icons: Readonly<Record<Place['kind'], LucideIcon>> = {
  asset: Box,
  participant: UserRound,
  batch: Boxes,
  block: Link2,
  hash: Link2,
};

/**
 * What a text may stand for, best first: the thing whose id it is (asset id, GTIN, SSCC, EPC, Digital Link, batch, block
 * number, hash), then assets by name, id or place, and participants by name.
 */
export function useFound(typed: string): { groups: readonly SearchGroup[]; searching: boolean } {
  const text = typed.trim();
  const settled = useDebounced(text);
  const enabled = settled !== '';
  const toItem = usePlaceItem();
  const { length } = useHead();
  const named = useQuery({ ...suggestionsQuery(settled, false), enabled });
  const matching = useQuery({ ...assetsLike(settled), enabled });
  const people = useQuery({ ...participantsLike(settled), enabled });
  if (text === '') return { groups: [], searching: false };
  const current = settled === text;
  const exact: Place[] = current ? (named.data?.assets ?? []).map((asset) => ({ kind: 'asset', ...asset })) : [];
  const batch = current ? named.data?.batch?.value : undefined;
  const places: Place[] = [
    ...exact,
    ...(batch === undefined ? [] : [{ kind: 'batch' as const, batch }]),
    ...blocksNamed(text, length),
  ];
  const known = new Set(exact.map(keyOf));
  const alike = (current ? (matching.data?.assets ?? []) : [])
    .map(({ assetId, name }): Place => ({ kind: 'asset', assetId, name }))
    .filter((place) => !known.has(keyOf(place)));
  return {
    groups: [
      { label: 'Go straight to', items: places.map(toItem) },
      { label: 'Assets', items: alike.map(toItem) },
      { label: 'Participants', items: (current ? (people.data ?? []) : []).map(toItem) },
    ],
    searching: !current || named.isFetching || matching.isFetching || people.isFetching,
  };
}

/** A place as an offer; choosing it goes there and remembers it. */
export function usePlaceItem(): (place: Place) => SearchItem {
  const navigate = useNavigate();
  return (place) => {
    const Icon = icons[place.kind];
    return {
      key: keyOf(place),
      label: titleOf(place),
      ...(place.kind === 'asset' ? { detail: <code className="text-12">{place.assetId}</code> } : {}),
      ...(place.kind === 'participant' && place.detail !== undefined ? { detail: place.detail } : {}),
      icon: <Icon aria-hidden="true" size={15} />,
      onChoose: () => {
        rememberPlace(place);
        void navigate(wayTo(place));
      },
    };
  };
}

function blocksNamed(text: string, length: number | undefined): Place[] {
  const reference = parseBlockReference(text);
  if (reference === undefined) return [];
  if ('hash' in reference) return [{ kind: 'hash', hash: reference.hash }];
  return length !== undefined && reference.index < length ? [{ kind: 'block', index: reference.index }] : [];
}

const assetsLike = (search: string) => ({
  queryKey: ['assets', 'like', search],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(listAssets, { query: { search, page: 1, limit: assetsShown } }, { signal }),
});

const participantsLike = (search: string) => ({
  queryKey: ['participants', 'like', search],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<readonly Place[]> => {
    const options = await searchParticipants(search, signal);
    return options
      .slice(0, participantsShown)
      .map(({ value, detail }) => ({ kind: 'participant', username: value, ...(detail ? { detail } : {}) }));
  },
});

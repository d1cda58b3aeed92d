import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Geometry } from '#domains/registry/contract.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { ParcelMap } from '../map/parcel-map.tsx';
import { foundQuery } from '../map/read-found.ts';
import { propertyQuery } from '../queries.ts';
import { queryOf, type RegistrySearch } from './registry-search.ts';

type Props = {
  search: RegistrySearch;
  onChange: (change: Partial<RegistrySearch>) => void;
  onSelect: (propertyId: string) => void;
  listId: string;
};

/** The map of the registry, with the selection, the search and the filters of the page. */
export function RegistryMap({ search, onChange, onSelect, listId }: Props) {
  const { neighborhood, propertyType, owed, property, color, page } = search;
  const { status } = queryOf(search);
  const words = search.search?.trim() ?? '';
  const found = useQuery({
    ...foundQuery({ search: words, neighborhood, propertyType, status, owed }),
    enabled: words !== '',
    placeholderData: keepPreviousData,
  }).data;
  const ids = words === '' ? undefined : found?.ids;
  const { data } = useQuery({ ...propertyQuery(property ?? ''), enabled: property !== undefined });
  const geometry = property === undefined ? null : (data?.geometry ?? null);
  const filter = useMemo(
    () => ({ neighborhood, use: propertyType, status, owed, ids }),
    [neighborhood, propertyType, status, owed, ids],
  );
  const bounds = useMemo(() => (geometry === null ? undefined : boundsOf(geometry)), [geometry]);
  return (
    <ParcelMap
      colorBy={color ?? 'use'}
      onColorBy={(next) => onChange({ color: next === 'use' ? undefined : next, page })}
      filter={filter}
      selectedId={property}
      onSelect={onSelect}
      bounds={bounds}
      note={ids && found && found.total > ids.length ? noteFor(ids.length, found.total) : undefined}
      listId={listId}
    />
  );
}

const noteFor = (shown: number, total: number) =>
  `The map marks ${formatCount(shown)} of the ${formatCount(total)} properties that match. Add a word or a filter to see all.`;

function boundsOf({ coordinates }: Geometry) {
  const numbers = (coordinates as unknown[]).flat(Number.POSITIVE_INFINITY) as number[];
  const longitudes = numbers.filter((_, n) => n % 2 === 0);
  const latitudes = numbers.filter((_, n) => n % 2 === 1);
  return {
    west: Math.min(...longitudes),
    south: Math.min(...latitudes),
    east: Math.max(...longitudes),
    north: Math.max(...latitudes),
  };
}

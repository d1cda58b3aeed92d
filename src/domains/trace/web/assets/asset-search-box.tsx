import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Box, Boxes, History, Link2, X } from 'lucide-react';
import { useMemo } from 'react';
import { blockNumber, parseBlockReference, useHead } from '#domains/ledger/web/index.ts';
import { formatCount, nounFor } from '#platform/web/format-number.ts';
import { shortHash } from '#platform/web/shorten.ts';
import { Kbd } from '#platform/web/ui/action/kbd.tsx';
import { SearchBox, type SearchGroup, type SearchItem } from '#platform/web/ui/form/search-box.tsx';
import { useDebounced } from '#platform/web/ui/timing/use-debounced.ts';
import { suggestionsQuery } from '../queries.ts';
import type { AssetsSearch } from './assets-search.ts';
import type { useKeptSearches } from './use-kept-searches.ts';

export type AssetSearchBoxProps = {
  value: string;
  onChange: (text: string) => void;
  onSearch: (change: Partial<AssetsSearch>) => void;
  kept: ReturnType<typeof useKeptSearches>;
};

/** The search box. It recognizes ids, GS1 keys, batches and blocks, and offers direct links to them. */
export function AssetSearchBox({ value, onChange, onSearch, kept }: AssetSearchBoxProps) {
  const destinations = useDestinations(value.trim(), onSearch);
  const recent: SearchItem[] =
    value.trim() !== '' || kept.recent.length === 0
      ? []
      : [
          ...kept.recent.map((text) => ({
            key: `recent-${text}`,
            label: text,
            icon: <History aria-hidden="true" size={15} />,
            onChoose: () => onChange(text),
          })),
          {
            key: 'forget',
            label: 'Clear recent searches',
            icon: <X aria-hidden="true" size={15} />,
            onChoose: kept.forget,
          },
        ];
  const groups: SearchGroup[] = [
    { label: 'Recent searches', items: recent },
    { label: 'Go straight to', items: destinations },
  ];
  return (
    <SearchBox
      label="Search assets"
      placeholder="Search by name, asset ID, or location..."
      value={value}
      onChange={onChange}
      groups={groups}
      onSubmit={kept.remember}
      onLeave={() => document.querySelector<HTMLElement>('[data-row="0"]')?.focus()}
      trailing={
        <span className="mr-2 hidden sm:block">
          <Kbd keys={['/']} />
        </span>
      }
    />
  );
}

function useDestinations(text: string, onSearch: (change: Partial<AssetsSearch>) => void): SearchItem[] {
  const navigate = useNavigate();
  const settled = useDebounced(text);
  const { data } = useQuery({ ...suggestionsQuery(settled, false), enabled: settled !== '' });
  const { length } = useHead();
  const reference = useMemo(() => parseBlockReference(text), [text]);
  if (text === '') return [];
  const items: SearchItem[] = (data && settled === text ? data.assets : []).map(({ assetId, name }) => ({
    key: `asset-${assetId}`,
    label: name,
    detail: <code className="text-12">{assetId}</code>,
    icon: <Box aria-hidden="true" size={15} />,
    onChoose: () => void navigate({ to: '/assets/$assetId', params: { assetId } }),
  }));
  if (data?.batch && settled === text) {
    const { value, count, atLeast } = data.batch;
    items.push({
      key: 'batch',
      label: `Batch ${value}`,
      detail: `${formatCount(count)}${atLeast ? '+' : ''} ${nounFor(count, 'asset')}`,
      icon: <Boxes aria-hidden="true" size={15} />,
      onChoose: () => onSearch({ search: undefined, batch: value }),
    });
  }
  const isBlock = reference && ('hash' in reference || (length !== undefined && reference.index < length));
  if (isBlock) {
    const block = 'hash' in reference ? reference.hash : String(reference.index);
    items.push({
      key: 'block',
      label: 'hash' in reference ? `Block with hash ${shortHash(block)}` : `Block ${blockNumber(reference.index)}`,
      icon: <Link2 aria-hidden="true" size={15} />,
      onChoose: () => void navigate({ to: '/blockchain', search: { block } }),
    });
  }
  return items;
}

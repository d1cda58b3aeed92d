import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { assetCategories, assetListDefaults, assetStatuses, type FacetCount } from '#domains/trace/contract.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { useTypedFilter } from '#platform/web/ui/form/use-typed-filter.ts';
import { FilterBar, FilterFold, FilterToggle } from '#platform/web/ui/table/filter-bar.tsx';
import { facetsQuery } from '../queries.ts';
import { AssetSearchBox } from './asset-search-box.tsx';
import { type AssetsSearch, isFiltered } from './assets-search.ts';
import { BatchFilter } from './batch-filter.tsx';
import { ParticipantFilter } from './participant-filter.tsx';
import { relationIn } from './participant-relation.ts';
import { SavedSearches } from './saved-searches.tsx';
import type { useKeptSearches } from './use-kept-searches.ts';

/** Returns a filter's values, each with its number of matching assets. */
const optionsOf = (values: readonly string[], counts: readonly FacetCount[] | undefined) => [
  { value: 'all', label: 'All' },
  ...values.map((value) => {
    const count = counts?.find((one) => one.value === value);
    return { value, label: count ? `${value} (${countOf(count)})` : value };
  }),
];

const countOf = ({ count, atLeast }: FacetCount) => `${formatCount(count)}${atLeast ? '+' : ''}`;
const sorts = [
  { value: 'createdAt', label: 'Created Date' },
  { value: 'updatedAt', label: 'Updated Date' },
  { value: 'name', label: 'Name' },
  { value: 'currentStatus', label: 'Status' },
];
const orders = [
  { value: 'desc', label: 'Descending' },
  { value: 'asc', label: 'Ascending' },
];

export type AssetFiltersProps = {
  search: AssetsSearch;
  onChange: (change: Partial<AssetsSearch>) => void;
  onClear: () => void;
  onOpen: (search: AssetsSearch) => void;
  kept: ReturnType<typeof useKeptSearches>;
};

/** The search box and the filters. */
export function AssetFilters({ search, onChange, onClear, onOpen, kept }: AssetFiltersProps) {
  const text = useTypedFilter(search.search ?? '', (value) => onChange({ search: value.trim() || undefined }));
  const [round, setRound] = useState(0);
  const clear = () => {
    onClear();
    // Also drops text that was typed and not chosen.
    setRound(round + 1);
  };
  const { data: facets } = useQuery(facetsQuery(search));
  const folded = [
    search.category,
    search.status,
    search.batch,
    relationIn(search),
    search.sortBy,
    search.sortOrder,
  ].filter(Boolean).length;
  const pick = (name: keyof AssetsSearch) => (event: { target: { value: string } }) =>
    onChange({ [name]: event.target.value === 'all' ? undefined : event.target.value });
  return (
    <FilterBar
      active={folded}
      className="mb-4 grid items-end gap-3 md:grid-cols-4 lg:grid-cols-[repeat(6,minmax(0,1fr))_auto]"
    >
      <div className="col-span-full grid grid-cols-2 gap-3 md:flex">
        <div className="col-span-full flex min-w-0 flex-1">
          <AssetSearchBox
            value={text.value}
            onChange={(value) => text.onChange({ target: { value } })}
            onSearch={onChange}
            kept={kept}
          />
        </div>
        <SavedSearches search={search} kept={kept} onOpen={onOpen} />
        <FilterToggle />
      </div>
      <FilterFold>
        <Field label="Category">
          {(control) => (
            <Select
              {...control}
              options={optionsOf(assetCategories, facets?.categories)}
              value={search.category ?? 'all'}
              onChange={pick('category')}
            />
          )}
        </Field>
        <Field label="Status">
          {(control) => (
            <Select
              {...control}
              options={optionsOf(assetStatuses, facets?.statuses)}
              value={search.status ?? 'all'}
              onChange={pick('status')}
            />
          )}
        </Field>
        <Field key={`batch ${round}`} label="Batch">
          {(control) => <BatchFilter control={control} search={search} onChange={(batch) => onChange({ batch })} />}
        </Field>
        <Field key={`participant ${round}`} label="Participant">
          {(control) => <ParticipantFilter control={control} search={search} onChange={onChange} />}
        </Field>
        <Field label="Sort By">
          {(control) => (
            <Select
              {...control}
              options={sorts}
              value={search.sortBy ?? assetListDefaults.sortBy}
              onChange={pick('sortBy')}
            />
          )}
        </Field>
        <Field label="Order">
          {(control) => (
            <Select
              {...control}
              options={orders}
              value={search.sortOrder ?? assetListDefaults.sortOrder}
              onChange={pick('sortOrder')}
            />
          )}
        </Field>
        <Button
          variant="quiet"
          className="justify-self-start"
          icon={<X aria-hidden="true" size={14} />}
          disabled={!isFiltered(search) && folded === 0}
          onClick={clear}
        >
          Clear Filters
        </Button>
      </FilterFold>
    </FilterBar>
  );
}

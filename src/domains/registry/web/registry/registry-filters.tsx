import { useQuery } from '@tanstack/react-query';
import { Search, X } from 'lucide-react';
import { propertyTypes } from '#domains/registry/contract.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { useTypedFilter } from '#platform/web/ui/form/use-typed-filter.ts';
import { FilterBar, FilterFold, FilterToggle } from '#platform/web/ui/table/filter-bar.tsx';
import { propertyTypeNames } from '../property-type.ts';
import { neighborhoodsQuery } from '../queries.ts';
import { isFiltered, type RegistrySearch } from './registry-search.ts';

const all = { value: 'all', label: 'All' };
const types = [all, ...propertyTypes.map((value) => ({ value, label: propertyTypeNames[value] }))];
const owed = [all, { value: 'yes', label: 'Tax owed' }, { value: 'no', label: 'Nothing owed' }];
const statuses = [{ value: 'active', label: 'Active' }, { value: 'retired', label: 'Retired' }, all];

type Props = {
  search: RegistrySearch;
  onChange: (change: Partial<RegistrySearch>) => void;
  onClear: () => void;
};

/** The search field and the filters of the registry. */
export function RegistryFilters({ search, onChange, onClear }: Props) {
  const { data } = useQuery(neighborhoodsQuery);
  const text = useTypedFilter(search.search ?? '', (value) => onChange({ search: value.trim() || undefined }));
  const pick = (name: keyof RegistrySearch) => (event: { target: { value: string } }) =>
    onChange({ [name]: event.target.value === 'all' ? undefined : event.target.value });
  const neighborhoods = (data?.neighborhoods ?? []).map(({ neighborhood, properties }) => ({
    value: neighborhood,
    label: `${neighborhood} (${formatCount(properties)})`,
  }));
  const active = [search.neighborhood, search.propertyType, search.owed, search.status].filter(Boolean).length;
  return (
    <FilterBar
      active={active}
      className="mb-4 grid items-end gap-3 md:grid-cols-4 lg:grid-cols-[repeat(4,minmax(0,1fr))_auto]"
    >
      <div className="col-span-full grid grid-cols-2 gap-3 md:flex">
        <TextField
          type="search"
          aria-label="Search properties"
          placeholder="Address, ID or neighborhood"
          leading={<Search aria-hidden="true" size={16} />}
          className="col-span-full min-w-0 flex-1"
          {...text}
        />
        <FilterToggle />
      </div>
      <FilterFold>
        <Field label="Neighborhood">
          {(control) => (
            <Select
              {...control}
              options={[all, ...neighborhoods]}
              value={search.neighborhood ?? 'all'}
              onChange={pick('neighborhood')}
            />
          )}
        </Field>
        <Field label="Use">
          {(control) => (
            <Select {...control} options={types} value={search.propertyType ?? 'all'} onChange={pick('propertyType')} />
          )}
        </Field>
        <Field label="Tax">
          {(control) => <Select {...control} options={owed} value={search.owed ?? 'all'} onChange={pick('owed')} />}
        </Field>
        <Field label="Status">
          {(control) => (
            <Select
              {...control}
              options={statuses}
              value={search.status ?? 'active'}
              onChange={({ target: { value } }) =>
                onChange({ status: value === 'active' ? undefined : (value as RegistrySearch['status']) })
              }
            />
          )}
        </Field>
        <Button
          variant="quiet"
          className="justify-self-start"
          icon={<X aria-hidden="true" size={14} />}
          disabled={!isFiltered(search)}
          onClick={onClear}
        >
          Clear Filters
        </Button>
      </FilterFold>
    </FilterBar>
  );
}

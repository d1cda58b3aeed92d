import { Search, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { assetCategories, assetStatuses } from '#domains/trace/contract.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Field } from '#platform/web/ui/field.tsx';
import { Kbd } from '#platform/web/ui/kbd.tsx';
import { Select } from '#platform/web/ui/select.tsx';
import { TextField } from '#platform/web/ui/text-field.tsx';
import { type AssetsSearch, isFiltered } from './assets-search.ts';
import { useTypedFilter } from './use-typed-filter.ts';

const all = { value: 'all', label: 'All' };
const categories = [all, ...assetCategories.map((value) => ({ value, label: value }))];
const statuses = [all, ...assetStatuses.map((value) => ({ value, label: value }))];
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
};

/** The search box, which `/` reaches from anywhere on the page, and the filters beside it. */
export function AssetFilters({ search, onChange, onClear }: AssetFiltersProps) {
  const text = useTypedFilter(search.search ?? '', (value) => onChange({ search: value.trim() || undefined }));
  const batch = useTypedFilter(search.batch ?? '', (value) => onChange({ batch: value.trim() || undefined }));
  const box = useSlashKey();
  const touched = isFiltered(search) || search.sortBy !== undefined || search.sortOrder !== undefined;
  const pick = (name: keyof AssetsSearch) => (event: { target: { value: string } }) =>
    onChange({ [name]: event.target.value === 'all' ? undefined : event.target.value });
  return (
    <search className="mb-4 grid grid-cols-2 items-end gap-3 md:grid-cols-[repeat(5,minmax(0,1fr))_auto]">
      <div className="col-span-full">
        <TextField
          ref={box}
          type="search"
          aria-label="Search assets"
          placeholder="Search by name, asset ID, or location..."
          leading={<Search size={16} />}
          trailing={
            <span className="mr-2 hidden sm:block">
              <Kbd keys={['/']} />
            </span>
          }
          {...text}
        />
      </div>
      <Field label="Category">
        {(control) => (
          <Select {...control} options={categories} value={search.category ?? 'all'} onChange={pick('category')} />
        )}
      </Field>
      <Field label="Status">
        {(control) => (
          <Select {...control} options={statuses} value={search.status ?? 'all'} onChange={pick('status')} />
        )}
      </Field>
      <Field label="Batch">{(control) => <TextField {...control} placeholder="Any" {...batch} />}</Field>
      <Field label="Sort By">
        {(control) => (
          <Select {...control} options={sorts} value={search.sortBy ?? 'createdAt'} onChange={pick('sortBy')} />
        )}
      </Field>
      <Field label="Order">
        {(control) => (
          <Select {...control} options={orders} value={search.sortOrder ?? 'desc'} onChange={pick('sortOrder')} />
        )}
      </Field>
      <Button variant="quiet" icon={<X aria-hidden="true" size={14} />} disabled={!touched} onClick={onClear}>
        Clear Filters
      </Button>
    </search>
  );
}

function useSlashKey() {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const typing =
        event.target instanceof Element && event.target.closest('input, textarea, select, [role="dialog"]');
      if (event.key !== '/' || typing || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      box.current?.focus();
      box.current?.select();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  return box;
}

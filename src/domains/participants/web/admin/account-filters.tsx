import { Role } from '#domains/participants/contract.ts';
import { Field } from '#platform/web/ui/form/field.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { FilterBar, FilterFold, FilterToggle } from '#platform/web/ui/table/filter-bar.tsx';
import { roleTitle } from '../roles.ts';
import { SearchField } from '../search-field.tsx';
import { StatusFilter } from '../status-filter.tsx';
import type { AdminTabProps } from './admin-search.ts';

const all = { value: 'all', label: 'All' };
const roles = [all, ...Role.options.map((role) => ({ value: role, label: roleTitle(role) }))];
const marks = [all, { value: 'true', label: 'Administrators' }, { value: 'false', label: 'Others' }];

export function AccountFilters({ search, onChange }: AdminTabProps) {
  return (
    <FilterBar
      active={[search.role, search.status, search.administrator].filter(Boolean).length}
      className="mb-4 grid grid-cols-[1fr_auto] items-end gap-3 md:grid-cols-[1fr_9.5rem_9.5rem_9.5rem]"
    >
      <SearchField
        label="Search"
        placeholder="Username, display name or email"
        applied={search.search ?? ''}
        onApply={(text) => onChange({ search: text })}
      />
      <FilterToggle />
      <FilterFold>
        <Field label="Role">
          {(control) => (
            <Select
              {...control}
              options={roles}
              value={search.role ?? 'all'}
              onChange={({ target: { value } }) => onChange({ role: Role.options.find((role) => role === value) })}
            />
          )}
        </Field>
        <StatusFilter value={search.status} onChange={(status) => onChange({ status })} />
        <Field label="Rights">
          {(control) => (
            <Select
              {...control}
              options={marks}
              value={search.administrator ?? 'all'}
              onChange={({ target: { value } }) =>
                onChange({ administrator: value === 'true' || value === 'false' ? value : undefined })
              }
            />
          )}
        </Field>
      </FilterFold>
    </FilterBar>
  );
}

import { Role } from '#domains/participants/contract.ts';
import { Field } from '#platform/web/ui/form/field.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { FilterBar, FilterFold, FilterToggle } from '#platform/web/ui/table/filter-bar.tsx';
import { roleTitle } from '../roles.ts';
import { SearchField } from '../search-field.tsx';
import { StatusFilter } from '../status-filter.tsx';
import type { AdminSearch, AdminTabProps } from './admin-search.ts';

const all = { value: 'all', label: 'All' };
const roles = [all, ...Role.options.map((role) => ({ value: role, label: roleTitle(role) }))];
const marks = [
  all,
  { value: 'administrator', label: 'Administrators' },
  { value: 'auditor', label: 'Auditors' },
  { value: 'none', label: 'Others' },
];

/** The search parameters of each choice. */
const searchOfMark = {
  all: { administrator: undefined, auditor: undefined },
  administrator: { administrator: 'true', auditor: undefined },
  auditor: { administrator: undefined, auditor: 'true' },
  none: { administrator: 'false', auditor: 'false' },
} as const;
const isMark = (value: string): value is keyof typeof searchOfMark => value in searchOfMark;

function markOf({ administrator, auditor }: AdminSearch): keyof typeof searchOfMark {
  if (administrator === 'true') return 'administrator';
  if (auditor === 'true') return 'auditor';
  return administrator === 'false' ? 'none' : 'all';
}

export function AccountFilters({ search, onChange }: AdminTabProps) {
  return (
    <FilterBar
      active={[search.role, search.status, search.administrator ?? search.auditor].filter(Boolean).length}
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
              value={markOf(search)}
              onChange={({ target: { value } }) => onChange(searchOfMark[isMark(value) ? value : 'all'])}
            />
          )}
        </Field>
      </FilterFold>
    </FilterBar>
  );
}

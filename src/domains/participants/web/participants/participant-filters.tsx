import { participantRoles } from '#domains/participants/contract.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { FilterBar, FilterFold, FilterToggle } from '#platform/web/ui/table/filter-bar.tsx';
import { roleOptions } from '../roles.ts';
import { SearchField } from '../search-field.tsx';
import { StatusFilter } from '../status-filter.tsx';
import { isFiltered, type ParticipantsSearch } from './participants-search.ts';

const roles = [{ value: 'all', label: 'All' }, ...roleOptions];

export function ParticipantFilters({
  search,
  onChange,
}: {
  search: ParticipantsSearch;
  onChange: (change: Partial<ParticipantsSearch>) => void;
}) {
  return (
    <FilterBar
      active={[search.role, search.status].filter(Boolean).length}
      className="my-4 grid grid-cols-[1fr_auto] items-end gap-3 md:grid-cols-[1fr_10rem_10rem_auto]"
    >
      <SearchField
        label="Search"
        placeholder="Name"
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
              onChange={({ target: { value } }) => onChange({ role: participantRoles.find((role) => role === value) })}
            />
          )}
        </Field>
        <StatusFilter value={search.status} onChange={(status) => onChange({ status })} />
        <Button
          variant="quiet"
          disabled={!isFiltered(search)}
          onClick={() => onChange({ search: undefined, role: undefined, status: undefined })}
        >
          Clear Filters
        </Button>
      </FilterFold>
    </FilterBar>
  );
}

import { participantRoles } from '#domains/participants/contract.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Field } from '#platform/web/ui/field.tsx';
import { Select } from '#platform/web/ui/select.tsx';
import { roleOptions } from '../roles.ts';
import { SearchField } from '../search-field.tsx';
import { isFiltered, type ParticipantsSearch } from './participants-search.ts';

const roles = [{ value: 'all', label: 'All' }, ...roleOptions];
const statuses = [
  { value: 'all', label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
];

export function ParticipantFilters({
  search,
  onChange,
}: {
  search: ParticipantsSearch;
  onChange: (change: Partial<ParticipantsSearch>) => void;
}) {
  return (
    <search className="my-4 grid grid-cols-2 items-end gap-3 sm:grid-cols-[1fr_10rem_10rem_auto]">
      <SearchField
        className="col-span-2 sm:col-span-1"
        label="Search"
        placeholder="Username or display name"
        applied={search.search ?? ''}
        onApply={(text) => onChange({ search: text })}
      />
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
      <Field label="Status">
        {(control) => (
          <Select
            {...control}
            options={statuses}
            value={search.status ?? 'all'}
            onChange={({ target: { value } }) =>
              onChange({ status: value === 'active' || value === 'inactive' ? value : undefined })
            }
          />
        )}
      </Field>
      <Button
        variant="quiet"
        className={isFiltered(search) ? 'col-span-2 sm:col-span-1' : 'max-sm:hidden'}
        disabled={!isFiltered(search)}
        onClick={() => onChange({ search: undefined, role: undefined, status: undefined })}
      >
        Clear Filters
      </Button>
    </search>
  );
}

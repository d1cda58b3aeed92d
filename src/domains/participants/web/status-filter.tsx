import { Field } from '#platform/web/ui/form/field.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';

type Status = 'active' | 'inactive';

const options = [
  { value: 'all', label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
];

/** Filters a list by status; undefined shows all. */
export function StatusFilter({
  value,
  onChange,
}: {
  value: Status | undefined;
  onChange: (value: Status | undefined) => void;
}) {
  return (
    <Field label="Status">
      {(control) => (
        <Select
          {...control}
          options={options}
          value={value ?? 'all'}
          onChange={({ target }) =>
            onChange(target.value === 'active' || target.value === 'inactive' ? target.value : undefined)
          }
        />
      )}
    </Field>
  );
}

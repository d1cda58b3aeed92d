import type { User } from '#domains/participants/contract.ts';
import { searchParticipants } from '#domains/participants/web/index.ts';
import { Combobox } from '#platform/web/ui/form/combobox.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Textarea } from '#platform/web/ui/form/textarea.tsx';
import { actionsOf, titleOf } from '../actions.ts';
import { isLost } from '../event-form/metadata.ts';
import type { CorrectionValues, RecordedEvent } from './correction-values.ts';

export type CorrectionFieldsProps = {
  user: User;
  event: RecordedEvent;
  values: CorrectionValues;
  onEdit: (change: Partial<CorrectionValues>) => void;
};

/** The correct content of the event, and the reason for the correction. */
export function CorrectionFields({ user, event, values, onEdit }: CorrectionFieldsProps) {
  const text = (name: keyof CorrectionValues) => ({
    value: values[name],
    onChange: (change: { target: { value: string } }) => onEdit({ [name]: change.target.value }),
  });
  const actions = [...new Set([event.action, ...actionsOf(user)])].filter((action) => action !== 'manufactured');
  return (
    <div className="flex flex-col gap-4">
      {values.kind === 'restate' ? (
        <>
          <Field label="Participant">
            {(control) => (
              <Combobox
                {...control}
                value={values.user === '' ? null : { value: values.user, label: values.user }}
                onChange={(option) => onEdit({ user: option?.value ?? '' })}
                search={searchParticipants}
              />
            )}
          </Field>
          <Field label="Action Type">
            {(control) => (
              <Select
                {...control}
                options={actions.map((value) => ({ value, label: titleOf(value) }))}
                {...text('action')}
              />
            )}
          </Field>
          <Field label="Happened">
            {(control) => <TextField {...control} type="datetime-local" step={1} {...text('happenedAt')} />}
          </Field>
          <Field label="Location" optional>
            {(control) => <TextField {...control} {...text('location')} />}
          </Field>
          <Field
            label="Additional Metadata"
            optional
            hint="JSON, or key:value pairs separated by commas"
            error={isLost(values.metadata) ? "This isn't valid metadata. Enter JSON or key:value pairs." : undefined}
          >
            {(control) => <Textarea {...control} mono spellCheck={false} {...text('metadata')} />}
          </Field>
        </>
      ) : null}
      <Field label="Reason" optional hint="It becomes part of the permanent record.">
        {(control) => <TextField {...control} maxLength={300} {...text('reason')} />}
      </Field>
    </div>
  );
}

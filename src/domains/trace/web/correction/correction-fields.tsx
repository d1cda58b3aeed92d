import type { User } from '#domains/participants/contract.ts';
import { searchParticipants } from '#domains/participants/web/index.ts';
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx';
import { Combobox } from '#platform/web/ui/form/combobox.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Textarea } from '#platform/web/ui/form/textarea.tsx';
import { actionsOf, titleOf } from '../actions.ts';
import { formatCoordinates } from '../asset/map/stops-of.ts';
import { explainMetadata } from '../event-form/metadata.ts';
import { type CorrectionValues, formerPosition, type RecordedEvent } from './correction-values.ts';

export type CorrectionFieldsProps = {
  user: User;
  event: RecordedEvent;
  values: CorrectionValues;
  onEdit: (change: Partial<CorrectionValues>) => void;
};

/** The correct content of the event, and the reason for the correction. */
export function CorrectionFields({ user, event, values, onEdit }: CorrectionFieldsProps) {
  const position = formerPosition(event, values);
  const text = (name: Exclude<keyof CorrectionValues, 'keepsPosition'>) => ({
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
          <Field label="When it happened">
            {(control) => <TextField {...control} type="datetime-local" step={1} {...text('happenedAt')} />}
          </Field>
          <Field label="Location" optional>
            {(control) => <TextField {...control} {...text('location')} />}
          </Field>
          {position ? (
            <Checkbox
              checked={values.keepsPosition}
              onCheckedChange={(keepsPosition) => onEdit({ keepsPosition })}
              label={`${formatCoordinates(position)} is also the position of the new location`}
              hint="Otherwise the correction has no position, and the map does not show it."
            />
          ) : null}
          <Field
            label="Additional Metadata"
            optional
            hint="JSON, or key:value pairs separated by commas"
            error={explainMetadata(values.metadata)}
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

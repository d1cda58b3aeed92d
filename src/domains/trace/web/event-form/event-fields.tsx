import { searchParticipants } from '#domains/participants/web/index.ts';
import { handsOver } from '#domains/trace/contract/handover-actions.ts';
import { assetCategories } from '#domains/trace/contract.ts';
import { Combobox } from '#platform/web/ui/form/combobox.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Textarea } from '#platform/web/ui/form/textarea.tsx';
import { actionsOf, titleOf } from '../actions.ts';
import { AssetIdField } from './asset-id-field.tsx';
import type { EventValues } from './event-values.ts';
import { zoneAt } from './happened-at.ts';
import { explainMetadata } from './metadata.ts';
import { type EventFieldsProps, MoreFields } from './more-fields.tsx';

const categories = assetCategories.map((value) => ({ value, label: value }));

export function EventFields({ user, variant, values, errors, onEdit, timeIfEmpty = 'Now' }: EventFieldsProps) {
  const actions = actionsOf(user).map((value) => ({ value, label: titleOf(value) }));
  const text = (name: keyof EventValues) => ({
    value: values[name],
    onChange: (event: { target: { value: string } }) => onEdit({ [name]: event.target.value }),
  });
  return (
    <div className="flex flex-col gap-4">
      <Field
        label="Participant"
        error={errors.user}
        hint={
          values.user === user.username ? undefined : 'You can record for yourself and for participants you registered.'
        }
      >
        {(control) => (
          <Combobox
            {...control}
            value={values.user === '' ? null : { value: values.user, label: values.user }}
            onChange={(option) => onEdit({ user: option?.value ?? '' })}
            search={searchParticipants}
            placeholder="Search participants"
          />
        )}
      </Field>
      {variant === 'event' ? (
        <Field label="Action Type" error={errors.action}>
          {(control) => <Select {...control} options={actions} placeholder="Choose an action" {...text('action')} />}
        </Field>
      ) : null}
      <AssetIdField value={values.assetId} error={errors.assetId} onEdit={onEdit} />
      {variant === 'asset' ? (
        <>
          <Field label="Name" optional error={errors.name}>
            {(control) => <TextField {...control} {...text('name')} />}
          </Field>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="Category" optional error={errors.category}>
              {(control) => (
                <Select {...control} options={[{ value: '', label: 'None' }, ...categories]} {...text('category')} />
              )}
            </Field>
            <Field label="Batch" optional error={errors.batch}>
              {(control) => <TextField {...control} {...text('batch')} />}
            </Field>
          </div>
          <Field label="Made from" optional error={errors.inputs} hint="Asset IDs, separated by commas">
            {(control) => <TextField {...control} spellCheck={false} {...text('inputs')} />}
          </Field>
        </>
      ) : null}
      {handsOver(values.action) ? (
        <Field
          label="To"
          optional
          error={errors.to}
          hint={
            values.to === ''
              ? 'Without an addressee, anyone may receive it.'
              : `Only ${values.to} can receive it. It stays in custody of ${values.user} until then.`
          }
        >
          {(control) => (
            <Combobox
              {...control}
              value={values.to === '' ? null : { value: values.to, label: values.to }}
              onChange={(option) => onEdit({ to: option?.value ?? '' })}
              search={searchParticipants}
              placeholder="Search participants"
            />
          )}
        </Field>
      ) : null}
      <Field
        label="When it happened"
        optional
        error={errors.happenedAt}
        hint={`${values.happenedAt === '' ? `${timeIfEmpty}, if empty. Time` : 'Time'} zone: ${zoneAt(values.happenedAt)}`}
      >
        {(control) => <TextField {...control} type="datetime-local" {...text('happenedAt')} />}
      </Field>
      <Field label="Location" optional error={errors.location}>
        {(control) => <TextField {...control} {...text('location')} />}
      </Field>
      <MoreFields {...{ values, errors, onEdit }} />
      <Field
        label="Additional Metadata"
        optional
        error={errors.metadata ?? explainMetadata(values.metadata)}
        hint="JSON, or key:value pairs separated by commas"
      >
        {(control) => (
          <Textarea
            {...control}
            mono
            spellCheck={false}
            placeholder="temperature:4, carrier:Fjordline"
            {...text('metadata')}
          />
        )}
      </Field>
    </div>
  );
}

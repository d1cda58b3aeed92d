import { Plus, Trash2 } from 'lucide-react';
import { type UseFormReturn, useFieldArray } from 'react-hook-form';
import { Button } from '#platform/web/ui/action/button.tsx';
import { IconButton } from '#platform/web/ui/action/icon-button.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import type { RatesForm, RatesValues } from './rates-values.ts';

type Props = { form: UseFormReturn<RatesValues, unknown, ReturnType<typeof RatesForm.parse>> };

/** The kinds of exemptions that can be granted by these rates, and the days to appeal an assessment. */
export function ExemptionKinds({ form }: Props) {
  const kinds = useFieldArray({ control: form.control, name: 'exemptions' });
  const { errors } = form.formState;
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1 text-13 font-medium">Exemptions and appeals</legend>
      {kinds.fields.map((one, n) => (
        <div key={one.id} className="flex flex-wrap items-end gap-2">
          <Field label="Name" error={errors.exemptions?.[n]?.name?.message} className="min-w-32 flex-1">
            {(control) => <TextField {...control} placeholder="Homestead" {...form.register(`exemptions.${n}.name`)} />}
          </Field>
          <Field label="Kind" error={errors.exemptions?.[n]?.kind?.message} className="min-w-32 flex-1">
            {(control) => <TextField {...control} placeholder="homestead" {...form.register(`exemptions.${n}.kind`)} />}
          </Field>
          <Field
            label="Exempt, dollars or %"
            error={errors.exemptions?.[n]?.amount?.message}
            className="min-w-32 flex-1"
          >
            {(control) => <TextField {...control} placeholder="25,000" {...form.register(`exemptions.${n}.amount`)} />}
          </Field>
          <IconButton label={`Remove exemption ${n + 1}`} onClick={() => kinds.remove(n)}>
            <Trash2 aria-hidden="true" size={16} />
          </IconButton>
        </div>
      ))}
      <div>
        <Button
          icon={<Plus aria-hidden="true" size={15} />}
          onClick={() => kinds.append({ kind: '', name: '', amount: '' })}
        >
          Add an exemption
        </Button>
      </div>
      <Field label="Days to appeal an assessment" error={errors.appealDays?.message} className="max-w-56">
        {(control) => <TextField {...control} inputMode="numeric" {...form.register('appealDays')} />}
      </Field>
    </fieldset>
  );
}

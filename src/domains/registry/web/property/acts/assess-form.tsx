import { z } from 'zod';
import { assessProperty } from '#domains/registry/contract.ts';
import { Dollars } from '#platform/web/dollars.ts';
import { showFailure, useContractForm } from '#platform/web/form/contract-form.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { Field } from '#platform/web/ui/form/field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { ActForm, type ActProps } from './act-form.tsx';
import { Year } from './year-value.ts';

const AssessFormValues = z.object({
  year: Year,
  land: Dollars,
  building: Dollars,
  reason: z
    .string()
    .trim()
    .max(500)
    .transform((text) => text || undefined),
});
const dollars = (cents: number) => String(cents / 100);

/** Assesses a property for a year. A second assessment of a year corrects the first. */
export function AssessForm({ property, onDone }: ActProps) {
  const [last] = property.assessments;
  const form = useContractForm(AssessFormValues, {
    year: String((last?.year ?? new Date().getFullYear() - 1) + 1),
    land: dollars(last?.land ?? 0),
    building: dollars(last?.building ?? 0),
    reason: '',
  });
  const corrects = property.assessments.some(({ year }) => String(year) === form.watch('year'));
  const { errors, isSubmitting } = form.formState;
  const { mutateAsync } = useCallMutation(assessProperty);
  const submit = form.handleSubmit(async (body) => {
    try {
      const { blockIndex } = await mutateAsync({ params: { id: property.propertyId }, body });
      onDone(`Assessed for ${body.year} in block ${formatCount(blockIndex)}.`);
    } catch (error) {
      showFailure(form, error, "Couldn't record the assessment.");
    }
  });
  return (
    <ActForm
      problem={errors.root?.message}
      action="Assess"
      busy={isSubmitting}
      onSubmit={(event) => void submit(event)}
    >
      <Field label="Year" error={errors.year?.message} hint="Assessing a year again corrects it.">
        {(control) => <TextField {...control} inputMode="numeric" {...form.register('year')} />}
      </Field>
      <Field label="Land, dollars" error={errors.land?.message}>
        {(control) => <TextField {...control} inputMode="decimal" {...form.register('land')} />}
      </Field>
      <Field label="Building, dollars" error={errors.building?.message}>
        {(control) => <TextField {...control} inputMode="decimal" {...form.register('building')} />}
      </Field>
      {corrects ? (
        <Field
          label="Reason for the correction"
          error={errors.reason?.message}
          hint="Public, and permanent on the ledger: no names of people."
        >
          {(control) => <TextField {...control} maxLength={500} {...form.register('reason')} />}
        </Field>
      ) : null}
    </ActForm>
  );
}

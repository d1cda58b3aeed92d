import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { mergeProperties, RESHAPED_MAX } from '#domains/registry/contract.ts';
import { showFailure, useContractForm } from '#platform/web/form/contract-form.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { Field } from '#platform/web/ui/form/field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { propertyQuery } from '../../queries.ts';
import { ActForm, type ActProps } from './act-form.tsx';
import { PlanFields, PlanValues, planFrom } from './plan-fields.tsx';

const MergeFormValues = z.object({
  others: z
    .string()
    .transform((text) =>
      text
        .toUpperCase()
        .split(/[\s,;]+/)
        .filter(Boolean),
    )
    .refine((ids) => ids.length > 0, 'Name the other properties'),
  into: PlanValues,
});

/** Merges a property with others of the same owners into a new one. */
export function MergeForm({ property, onDone }: ActProps) {
  const form = useContractForm(MergeFormValues, { others: '', into: planFrom(property, '-M') });
  const queryClient = useQueryClient();
  const { errors, isSubmitting, dirtyFields } = form.formState;
  const [isAddingUp, setAddingUp] = useState(false);
  const { mutateAsync } = useCallMutation(mergeProperties);
  // Sums the areas of the merged properties, unless they were typed or a property cannot be read; the server then names it.
  const addUp = async () => {
    const { data } = MergeFormValues.shape.others.safeParse(form.getValues('others'));
    if (data === undefined || data.length > RESHAPED_MAX) return;
    const all = await Promise.all(data.map((id) => queryClient.fetchQuery(propertyQuery(id)))).catch(() => undefined);
    if (all === undefined) return;
    const sum = (areaOf: (one: typeof property) => number) =>
      String([property, ...all].map(areaOf).reduce((a, b) => a + b));
    if (!dirtyFields.into?.squareFootage)
      form.setValue(
        'into.squareFootage',
        sum(({ metadata }) => metadata.squareFootage),
      );
    if (!dirtyFields.into?.lotSquareFeet)
      form.setValue(
        'into.lotSquareFeet',
        sum(({ lotSquareFeet }) => lotSquareFeet),
      );
  };
  const submit = form.handleSubmit(async ({ others, into }) => {
    try {
      const { blockIndex } = await mutateAsync({ body: { propertyIds: [property.propertyId, ...others], into } });
      onDone(`Merged into ${into.propertyId} in block ${formatCount(blockIndex)}.`);
    } catch (error) {
      showFailure(form, error, "Couldn't record the merge.", { propertyIds: 'others' });
    }
  });
  return (
    <ActForm
      problem={errors.root?.message}
      action="Merge"
      busy={isSubmitting || isAddingUp}
      onSubmit={(event) => {
        event.preventDefault();
        // Pressing Enter in the first field submits the form without a blur event.
        setAddingUp(true);
        void addUp()
          .then(() => submit())
          .finally(() => setAddingUp(false));
      }}
    >
      <Field
        label="With these properties"
        error={errors.others?.message}
        hint="Property IDs, separated by commas. All must have the same owners in the same fractions."
      >
        {(control) => (
          <TextField {...control} autoComplete="off" {...form.register('others', { onBlur: () => void addUp() })} />
        )}
      </Field>
      <fieldset className="rounded-8 border border-line p-4">
        <legend className="px-1 text-13 font-medium">New property</legend>
        <PlanFields at="into" register={form.register} errors={errors.into} />
      </fieldset>
    </ActForm>
  );
}

import { z } from 'zod';
import { propertyTypes } from '#domains/registry/contract/property-words.ts';
import { correctProperty, PropertyType } from '#domains/registry/contract.ts';
import { showFailure, useContractForm } from '#platform/web/form/contract-form.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { Field } from '#platform/web/ui/form/field.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Textarea } from '#platform/web/ui/form/textarea.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { propertyTypeNames } from '../../property-type.ts';
import { ActForm, type ActProps } from './act-form.tsx';
import { SquareFeet } from './plan-fields.tsx';
import { Year } from './year-value.ts';

const FactsValues = z.object({
  address: z.string().trim().min(1, 'Give the address').max(200),
  neighborhood: z.string().trim().min(1, 'Give the neighborhood').max(80),
  propertyType: PropertyType,
  squareFootage: SquareFeet,
  lotSquareFeet: SquareFeet,
  yearBuilt: z.union([z.literal('').transform(() => null), Year]),
  reason: z.string().trim().min(1, 'State the reason').max(500),
});

/** Corrects the facts of a property. Its outline is corrected by importing the roll again. */
export function CorrectFactsForm({ property, onDone }: ActProps) {
  const { metadata } = property;
  const form = useContractForm(FactsValues, {
    address: property.address,
    neighborhood: metadata.neighborhood,
    propertyType: metadata.propertyType,
    squareFootage: String(metadata.squareFootage),
    lotSquareFeet: String(property.lotSquareFeet),
    yearBuilt: property.yearBuilt === null ? '' : String(property.yearBuilt),
    reason: '',
  });
  const { errors, isSubmitting } = form.formState;
  const { mutateAsync } = useCallMutation(correctProperty);
  const submit = form.handleSubmit(async (body) => {
    try {
      const { blockIndex } = await mutateAsync({ params: { id: property.propertyId }, body });
      onDone(`The facts were corrected in block ${formatCount(blockIndex)}.`);
    } catch (error) {
      showFailure(form, error, "Couldn't record the correction.");
    }
  });
  return (
    <ActForm
      problem={errors.root?.message}
      action="Correct"
      busy={isSubmitting}
      onSubmit={(event) => void submit(event)}
    >
      <Field label="Address" error={errors.address?.message}>
        {(control) => <TextField {...control} autoComplete="off" {...form.register('address')} />}
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field label="Neighborhood" error={errors.neighborhood?.message}>
          {(control) => <TextField {...control} autoComplete="off" {...form.register('neighborhood')} />}
        </Field>
        <Field label="Use" error={errors.propertyType?.message}>
          {(control) => (
            <Select
              {...control}
              options={propertyTypes.map((type) => ({ value: type, label: propertyTypeNames[type] }))}
              {...form.register('propertyType')}
            />
          )}
        </Field>
        <Field label="Building, sq ft" error={errors.squareFootage?.message}>
          {(control) => <TextField {...control} inputMode="numeric" {...form.register('squareFootage')} />}
        </Field>
        <Field label="Lot, sq ft" error={errors.lotSquareFeet?.message}>
          {(control) => <TextField {...control} inputMode="numeric" {...form.register('lotSquareFeet')} />}
        </Field>
        <Field label="Year built" optional error={errors.yearBuilt?.message}>
          {(control) => <TextField {...control} inputMode="numeric" {...form.register('yearBuilt')} />}
        </Field>
      </div>
      <Field
        label="Reason"
        error={errors.reason?.message}
        hint="Public, and permanent on the ledger: no names of people. Levied bills stay: correct them if needed."
      >
        {(control) => <Textarea {...control} maxLength={500} {...form.register('reason')} />}
      </Field>
    </ActForm>
  );
}

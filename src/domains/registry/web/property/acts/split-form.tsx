import { useFieldArray } from 'react-hook-form';
import { z } from 'zod';
import { RESHAPED_MAX, splitProperty } from '#domains/registry/contract.ts';
import { showFailure, useContractForm } from '#platform/web/form/contract-form.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { ActForm, type ActProps } from './act-form.tsx';
import { halvesOf, PlanFields, PlanValues, planFrom } from './plan-fields.tsx';

const SplitFormValues = z.object({ into: z.array(PlanValues).min(2).max(RESHAPED_MAX) });
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Splits a property into new ones, which the same owners own in the same fractions. */
export function SplitForm({ property, onDone }: ActProps) {
  const form = useContractForm(SplitFormValues, {
    into: halvesOf(property),
  });
  const plans = useFieldArray({ control: form.control, name: 'into' });
  const { errors, isSubmitting } = form.formState;
  const { mutateAsync } = useCallMutation(splitProperty);
  const limit =
    property.lotSquareFeet === 0 ? '' : `The lots add up to ${formatCount(property.lotSquareFeet)} sq ft at most. `;
  const submit = form.handleSubmit(async (body) => {
    try {
      const { blockIndex } = await mutateAsync({ params: { id: property.propertyId }, body });
      onDone(`${property.propertyId} was split in block ${formatCount(blockIndex)}.`);
    } catch (error) {
      showFailure(form, error, "Couldn't record the split.");
    }
  });
  return (
    <ActForm problem={errors.root?.message} action="Split" busy={isSubmitting} onSubmit={(event) => void submit(event)}>
      <p className="text-13 text-pretty text-muted">
        The same owners own each part in the same fractions. {limit}
        {property.propertyId} is retired and keeps its history. Import the roll to add the new outlines.
      </p>
      {plans.fields.map((plan, n) => (
        <fieldset key={plan.id} className="rounded-8 border border-line p-4">
          <legend className="px-1 text-13 font-medium">Part {n + 1}</legend>
          <PlanFields at={`into.${n}`} register={form.register} errors={errors.into?.[n]} />
          {plans.fields.length > 2 ? (
            <Button size="small" variant="quiet" className="mt-3" onClick={() => plans.remove(n)}>
              Remove part {n + 1}
            </Button>
          ) : null}
        </fieldset>
      ))}
      {plans.fields.length < RESHAPED_MAX ? (
        <div>
          <Button size="small" onClick={() => plans.append(planFrom(property, `-${letters[plans.fields.length]}`))}>
            Add a part
          </Button>
        </div>
      ) : null}
    </ActForm>
  );
}

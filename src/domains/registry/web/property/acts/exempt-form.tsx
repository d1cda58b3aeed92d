import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { grantExemption } from '#domains/registry/contract.ts';
import { showFailure, useContractForm } from '#platform/web/form/contract-form.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { Field } from '#platform/web/ui/form/field.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Textarea } from '#platform/web/ui/form/textarea.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { billsQuery, ratesQuery } from '../../queries.ts';
import { exemptAmount, kindsIn } from '../../relief/relief-words.ts';
import { ActForm, type ActProps } from './act-form.tsx';
import { Year } from './year-value.ts';

const ExemptValues = z.object({
  kind: z.string().min(1, 'Choose a kind'),
  fromYear: Year,
  toYear: z.union([z.literal('').transform(() => null), Year]),
  reason: z.string().trim().min(1, 'State the reason').max(500),
});

/** Grants an exemption of a kind that the rates have. */
export function ExemptForm({ property, onDone }: ActProps) {
  const { data } = useQuery(ratesQuery);
  const { data: bills } = useQuery(billsQuery(property.propertyId));
  const kinds = kindsIn(data?.rates ?? []);
  const form = useContractForm(ExemptValues, {
    kind: '',
    fromYear: String(new Date().getFullYear()),
    toYear: '',
    reason: '',
  });
  const { errors, isSubmitting } = form.formState;
  const { mutateAsync } = useCallMutation(grantExemption);
  const submit = form.handleSubmit(async (body) => {
    try {
      const { blockIndex } = await mutateAsync({ params: { id: property.propertyId }, body });
      const recorded = `The exemption is in block ${formatCount(blockIndex)}.`;
      const billed = bills?.bills.some(({ year }) => year >= body.fromYear && year <= (body.toYear ?? year)) ?? false;
      onDone(billed ? `${recorded} Bills of these years stay as they are: correct them if needed.` : recorded);
    } catch (error) {
      showFailure(form, error, "Couldn't grant the exemption.");
    }
  });
  if (data !== undefined && kinds.length === 0)
    return <p className="text-muted">The rates have no exemptions yet. Add kinds on the city desk, under Taxes.</p>;
  return (
    <ActForm problem={errors.root?.message} action="Grant" busy={isSubmitting} onSubmit={(event) => void submit(event)}>
      <Field
        label="Kind"
        error={errors.kind?.message}
        hint="The public sees only that an exemption exists, not its kind or amount."
      >
        {(control) => (
          <Select
            {...control}
            options={[
              { value: '', label: 'Choose a kind' },
              ...kinds.map(({ kind, name, cents = null, basisPoints = null }) => ({
                value: kind,
                label: `${name} (${exemptAmount({ cents, basisPoints })})`,
              })),
            ]}
            {...form.register('kind')}
          />
        )}
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field
          label="First tax year"
          error={errors.fromYear?.message}
          hint="Levied bills stay: correct them if needed."
        >
          {(control) => <TextField {...control} inputMode="numeric" {...form.register('fromYear')} />}
        </Field>
        <Field label="Last tax year" optional error={errors.toYear?.message}>
          {(control) => <TextField {...control} inputMode="numeric" {...form.register('toYear')} />}
        </Field>
      </div>
      <Field label="Reason" error={errors.reason?.message} hint="For the owners. It is not public.">
        {(control) => <Textarea {...control} maxLength={500} {...form.register('reason')} />}
      </Field>
    </ActForm>
  );
}

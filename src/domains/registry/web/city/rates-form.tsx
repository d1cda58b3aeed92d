import { useQueryClient } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useFieldArray } from 'react-hook-form';
import { useSession } from '#domains/participants/web/index.ts';
import { propertyTypes, setRates, type TaxRates } from '#domains/registry/contract.ts';
import { showFailure, useContractForm } from '#platform/web/form/contract-form.ts';
import { useUnsentForm } from '#platform/web/form/use-unsent.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { IconButton } from '#platform/web/ui/action/icon-button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { DayInput } from '#platform/web/ui/form/day-input.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { propertyTypeNames } from '../property-type.ts';
import { ExemptionKinds } from './exemption-kinds.tsx';
import { emptyLine, RatesForm, valuesFor } from './rates-values.ts';
import { SampleBill } from './sample-bill.tsx';

type Props = { newest: (TaxRates & { readonly year: number }) | undefined; thisYear: number };

/** Sets the rates of a year, starting from the newest ones, with a sample bill before anything is recorded. */
export function RatesFormCard({ newest, thisYear }: Props) {
  const queryClient = useQueryClient();
  const form = useContractForm(RatesForm, valuesFor(newest, thisYear));
  const lines = useFieldArray({ control: form.control, name: 'lines' });
  const installments = useFieldArray({ control: form.control, name: 'installments' });
  const { errors, isSubmitting } = form.formState;
  const { user } = useSession();
  const onSent = useUnsentForm(form, `rates:${user?.id}:${newest?.year}`);
  const { mutateAsync } = useCallMutation(setRates);
  const submit = form.handleSubmit(async (rates) => {
    try {
      await mutateAsync({ body: rates });
      onSent();
      showToast({ tone: 'success', title: 'Rates Set', description: `Bills of ${rates.year} are computed by them.` });
      await queryClient.invalidateQueries({ queryKey: ['registry'] });
    } catch (error) {
      showFailure(form, error, "Couldn't set the rates.");
    }
  });
  const installmentsError = errors.installments?.message ?? errors.installments?.root?.message;
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-5">
      {errors.root?.message ? <Banner kind="failure">{errors.root.message}</Banner> : null}
      <Field label="Tax year" error={errors.year?.message} className="max-w-40">
        {(control) => <TextField {...control} inputMode="numeric" {...form.register('year')} />}
      </Field>
      {lines.fields.map((line, n) => (
        <fieldset key={line.id} className="min-w-0 rounded-8 border border-line p-4">
          <legend className="sr-only">Line {n + 1}</legend>
          <div className="flex items-end gap-2">
            <Field
              label="Line of the tax, with its mills by use"
              error={errors.lines?.[n]?.name?.message}
              className="flex-1"
            >
              {(control) => <TextField {...control} placeholder="Schools" {...form.register(`lines.${n}.name`)} />}
            </Field>
            {lines.fields.length > 1 ? (
              <IconButton label={`Remove line ${n + 1}`} onClick={() => lines.remove(n)}>
                <Trash2 aria-hidden="true" size={16} />
              </IconButton>
            ) : null}
          </div>
          <div className="mt-3 grid grid-cols-2 gap-3 sm:grid-cols-4 lg:grid-cols-7">
            {propertyTypes.map((type) => (
              <Field key={type} label={propertyTypeNames[type]} error={errors.lines?.[n]?.rates?.[type]?.message}>
                {(control) => (
                  <TextField {...control} inputMode="decimal" {...form.register(`lines.${n}.rates.${type}`)} />
                )}
              </Field>
            ))}
          </div>
        </fieldset>
      ))}
      <div>
        <Button icon={<Plus aria-hidden="true" size={15} />} onClick={() => lines.append(emptyLine())}>
          Add a line
        </Button>
      </div>
      <fieldset className="flex min-w-0 flex-col gap-3">
        <legend className="mb-1 text-13 font-medium">Installments</legend>
        {installments.fields.map((one, n) => (
          <div key={one.id} className="flex max-w-96 flex-wrap items-end gap-2">
            <Field label="Due" error={errors.installments?.[n]?.due?.message} className="min-w-36 flex-1">
              {(control) => <DayInput {...control} {...form.register(`installments.${n}.due`)} />}
            </Field>
            <Field label="Percent" error={errors.installments?.[n]?.percent?.message} className="w-20">
              {(control) => (
                <TextField {...control} inputMode="numeric" {...form.register(`installments.${n}.percent`)} />
              )}
            </Field>
            {installments.fields.length > 1 ? (
              <IconButton label={`Remove installment ${n + 1}`} onClick={() => installments.remove(n)}>
                <Trash2 aria-hidden="true" size={16} />
              </IconButton>
            ) : null}
          </div>
        ))}
        {installmentsError ? <Banner kind="failure">{installmentsError}</Banner> : null}
        <div>
          <Button
            icon={<Plus aria-hidden="true" size={15} />}
            onClick={() => installments.append({ due: '', percent: '0' })}
          >
            Add an installment
          </Button>
        </div>
      </fieldset>
      <div className="grid grid-cols-2 gap-3 sm:max-w-96">
        <Field label="Interest, % a month" error={errors.interest?.message}>
          {(control) => <TextField {...control} inputMode="decimal" {...form.register('interest')} />}
        </Field>
        <Field label="Penalty, %" error={errors.penalty?.message}>
          {(control) => <TextField {...control} inputMode="decimal" {...form.register('penalty')} />}
        </Field>
      </div>
      <ExemptionKinds form={form} />
      <SampleBill readRates={async () => ((await form.trigger()) ? RatesForm.parse(form.getValues()) : undefined)} />
      <div>
        <Button variant="primary" type="submit" busy={isSubmitting && 'Recording…'}>
          Set Rates
        </Button>
      </div>
    </form>
  );
}

import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { type Bill, waiveCharges } from '#domains/registry/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import { Dollars } from '#platform/web/dollars.ts';
import { showFailure, useContractForm } from '#platform/web/form/contract-form.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Textarea } from '#platform/web/ui/form/textarea.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { billsQuery } from '../../queries.ts';
import { ActForm, type ActProps } from './act-form.tsx';

const Waiver = z.object({
  billNumber: z.string(),
  penalty: Dollars,
  interest: Dollars,
  reason: z.string().trim().min(1, 'State the reason').max(1000),
});

/** Waives open penalties and interest of a bill. */
export function WaiveForm({ property: { propertyId }, onDone }: ActProps) {
  const { data, error, refetch } = useQuery(billsQuery(propertyId));
  if (error && !data)
    return <ErrorState title="Couldn't load the bills" error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-40 rounded-12" />;
  const late = data.bills.filter(({ waivable }) => waivable.penalty + waivable.interest > 0);
  const [first] = late;
  if (first === undefined)
    return <p className="text-muted">No penalty or interest is open on the bills of this property.</p>;
  return <WaiverOf bills={late} first={first} onDone={onDone} />;
}

const dollars = (cents: number) => (cents / 100).toFixed(2);

function WaiverOf({ bills, first, onDone }: { bills: readonly Bill[]; first: Bill } & Pick<ActProps, 'onDone'>) {
  const form = useContractForm(Waiver, {
    billNumber: first.billNumber,
    penalty: dollars(first.waivable.penalty),
    interest: dollars(first.waivable.interest),
    reason: '',
  });
  const { errors, isSubmitting } = form.formState;
  const { mutateAsync } = useCallMutation(waiveCharges);
  const { waivable } = bills.find(({ billNumber }) => billNumber === form.watch('billNumber')) ?? first;
  const submit = form.handleSubmit(async ({ billNumber, ...body }) => {
    try {
      const { openCents, blockIndex } = await mutateAsync({ params: { billNumber }, body });
      onDone(
        `${formatCents(openCents)} stays open on the bill. The waiver is in block ${blockIndex === null ? '' : formatCount(blockIndex)}.`,
      );
    } catch (failure) {
      showFailure(form, failure, "Couldn't waive the charges.");
    }
  });
  const choose = (billNumber: string) => {
    const chosen = bills.find((bill) => bill.billNumber === billNumber)?.waivable;
    form.setValue('penalty', dollars(chosen?.penalty ?? 0));
    form.setValue('interest', dollars(chosen?.interest ?? 0));
  };
  return (
    <ActForm problem={errors.root?.message} action="Waive" busy={isSubmitting} onSubmit={(event) => void submit(event)}>
      <p className="text-13 text-pretty text-muted">
        The charges stay on the bill, and the waiver is a new line. Open tax bears interest as before.
      </p>
      <Field label="Bill">
        {(control) => (
          <Select
            {...control}
            options={bills.map((bill) => ({
              value: bill.billNumber,
              label: `${bill.year}: ${bill.openFormatted} open`,
            }))}
            {...form.register('billNumber', { onChange: (event) => choose(event.target.value) })}
          />
        )}
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field
          label="Penalty in dollars"
          error={errors.penalty?.message}
          hint={`${formatCents(waivable.penalty)} is open`}
        >
          {(control) => <TextField {...control} inputMode="decimal" {...form.register('penalty')} />}
        </Field>
        <Field
          label="Interest in dollars"
          error={errors.interest?.message}
          hint={`${formatCents(waivable.interest)} is open`}
        >
          {(control) => <TextField {...control} inputMode="decimal" {...form.register('interest')} />}
        </Field>
      </div>
      <Field label="Reason" error={errors.reason?.message} hint="For the owners. It is not public.">
        {(control) => <Textarea {...control} maxLength={1000} {...form.register('reason')} />}
      </Field>
    </ActForm>
  );
}

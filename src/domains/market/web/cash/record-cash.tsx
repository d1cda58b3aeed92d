import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { BlockLink } from '#domains/ledger/web/index.ts';
import { recordCash } from '#domains/market/contract.ts';
import { accountNotFound } from '#domains/participants/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import { ApiError } from '#platform/web/api-error.ts';
import { Dollars } from '#platform/web/dollars.ts';
import { showFailure, useContractForm } from '#platform/web/form/contract-form.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Answer } from '#platform/web/ui/feedback/answer.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { CallLink } from '../call-state.tsx';

const CashValues = z.object({
  username: z.string().trim().min(1, 'Enter a username').max(64, 'At most 64 characters'),
  amount: Dollars.refine((cents) => cents >= 1 && cents <= 100_000_000, 'The amount is between $0.01 and $1,000,000'),
  reference: z.string().trim().min(1, 'Enter the receipt reference').max(80, 'At most 80 characters'),
});

const blank = { username: '', amount: '', reference: '' };

/** Records cash that an account paid in at the city, once for each reference of a receipt. */
export function RecordCash() {
  const queryClient = useQueryClient();
  const form = useContractForm(CashValues, blank);
  const { mutateAsync, data, variables } = useCallMutation(recordCash);
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ username, amount, reference }) => {
    try {
      await mutateAsync({ body: { username, amount: amount / 100, reference } });
      form.reset(blank);
      void queryClient.invalidateQueries({ queryKey: ['market'] });
    } catch (error) {
      if (error instanceof ApiError && error.code === accountNotFound.code)
        form.setError('username', { message: error.message }, { shouldFocus: true });
      else showFailure(form, error, 'Failed to record the cash');
    }
  });
  return (
    <Card title="Record cash" description="Money that was paid in at the counter. A reference counts once.">
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <div className="grid items-start gap-4 sm:grid-cols-3">
          <Field label="Account username" error={errors.username?.message}>
            {(control) => (
              <TextField {...control} autoComplete="off" autoCapitalize="none" {...form.register('username')} />
            )}
          </Field>
          <Field label="Amount, dollars" error={errors.amount?.message}>
            {(control) => <TextField {...control} inputMode="decimal" {...form.register('amount')} />}
          </Field>
          <Field
            label="Receipt reference"
            hint="Everyone can read it on the ledger, so leave names out."
            error={errors.reference?.message}
          >
            {(control) => <TextField {...control} {...form.register('reference')} />}
          </Field>
        </div>
        {errors.root?.message ? <Banner kind="failure">{errors.root.message}</Banner> : null}
        {data !== undefined && variables !== undefined && !form.formState.isDirty ? (
          <Answer of={data.block.index}>
            <Banner>
              {formatCents(Math.round(variables.body.amount * 100))} for {variables.body.username}, recorded in block{' '}
              <BlockLink index={data.block.index} />: <CallLink call={data} />.
            </Banner>
          </Answer>
        ) : null}
        <div>
          <Button variant="primary" type="submit" busy={isSubmitting && 'Recording…'}>
            Record Cash
          </Button>
        </div>
      </form>
    </Card>
  );
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { useSession } from '#domains/participants/web/index.ts';
import { type Appeal, decideAppeal } from '#domains/registry/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import { Dollars } from '#platform/web/dollars.ts';
import { showFailure, useContractForm } from '#platform/web/form/contract-form.ts';
import { useUnsentForm } from '#platform/web/form/use-unsent.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { Field } from '#platform/web/ui/form/field.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Textarea } from '#platform/web/ui/form/textarea.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { ActForm } from '../property/acts/act-form.tsx';
import { propertyQuery } from '../queries.ts';

const reason = z.string().trim().min(1, 'State the reason').max(1000);
const DecisionValues = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('granted'), land: Dollars, building: Dollars, reason }),
  z
    .object({ outcome: z.literal('denied'), land: z.string(), building: z.string(), reason })
    .transform(({ outcome, reason: why }) => ({ outcome, reason: why })),
]);

/** Denies an appeal, or grants it with a new value. */
export function DecideForm({ appeal, onDone }: { appeal: Appeal; onDone: () => void }) {
  const queryClient = useQueryClient();
  const { data } = useQuery(propertyQuery(appeal.propertyId));
  const assessed = data?.assessments.find(({ year }) => year === appeal.year);
  const form = useContractForm(DecisionValues, { outcome: 'denied', land: '', building: '', reason: '' });
  const { errors, isSubmitting } = form.formState;
  const { user } = useSession();
  const onSent = useUnsentForm(form, `decide:${user?.id}:${appeal.appealId}`);
  const { mutateAsync } = useCallMutation(decideAppeal);
  const submit = form.handleSubmit(async (body) => {
    try {
      const { blockIndex } = await mutateAsync({ params: { appealId: appeal.appealId }, body });
      onSent();
      showToast({
        tone: 'success',
        title: 'Appeal Decided',
        description: `Recorded in block ${formatCount(blockIndex)}.`,
      });
      onDone();
      void queryClient.invalidateQueries({ queryKey: ['registry'] });
    } catch (error) {
      showFailure(form, error, "Couldn't record the decision.");
    }
  });
  const isGranted = form.watch('outcome') === 'granted';
  return (
    <ActForm
      problem={errors.root?.message}
      action={isGranted ? 'Grant the Appeal' : 'Deny the Appeal'}
      busy={isSubmitting}
      onSubmit={(event) => void submit(event)}
    >
      <p className="text-13 text-pretty text-muted">
        {formatCents(appeal.requestedCents)} is asked for.{' '}
        {assessed
          ? `Assessed for ${assessed.year}: land ${formatCents(assessed.land)}, building ${formatCents(assessed.building)}. `
          : ''}
        A decision is a block and can't be changed.
      </p>
      <Field label="Decision">
        {(control) => (
          <Select
            {...control}
            options={[
              { value: 'denied', label: 'Deny' },
              { value: 'granted', label: 'Grant, with a new value' },
            ]}
            {...form.register('outcome')}
          />
        )}
      </Field>
      {isGranted ? (
        <div className="grid grid-cols-2 gap-3">
          <Field label="Land, dollars" error={errors.land?.message}>
            {(control) => <TextField {...control} inputMode="decimal" {...form.register('land')} />}
          </Field>
          <Field label="Building, dollars" error={errors.building?.message}>
            {(control) => <TextField {...control} inputMode="decimal" {...form.register('building')} />}
          </Field>
        </div>
      ) : null}
      <Field label="Reason" error={errors.reason?.message} hint="For the owners. It is not public.">
        {(control) => <Textarea {...control} maxLength={1000} {...form.register('reason')} />}
      </Field>
    </ActForm>
  );
}

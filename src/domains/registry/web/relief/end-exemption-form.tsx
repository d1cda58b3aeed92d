import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { type Exemption, endExemption } from '#domains/registry/contract.ts';
import { showFailure, useContractForm } from '#platform/web/form/contract-form.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { Field } from '#platform/web/ui/form/field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Textarea } from '#platform/web/ui/form/textarea.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { ActForm } from '../property/acts/act-form.tsx';
import { Year } from '../property/acts/year-value.ts';

const EndValues = z.object({ lastYear: Year, reason: z.string().trim().min(1, 'State the reason').max(500) });

/** Ends an exemption after a tax year. */
export function EndExemptionForm({ exemption, onDone }: { exemption: Exemption; onDone: () => void }) {
  const queryClient = useQueryClient();
  const thisYear = new Date().getFullYear();
  const form = useContractForm(EndValues, {
    lastYear: String(Math.max(exemption.fromYear - 1, thisYear)),
    reason: '',
  });
  const { errors, isSubmitting } = form.formState;
  const { mutateAsync } = useCallMutation(endExemption);
  const submit = form.handleSubmit(async (body) => {
    try {
      const { blockIndex } = await mutateAsync({ params: { exemptionId: exemption.exemptionId }, body });
      showToast({
        tone: 'success',
        title: 'Exemption Ended',
        description: `Recorded in block ${formatCount(blockIndex)}.`,
      });
      onDone();
      void queryClient.invalidateQueries({ queryKey: ['registry'] });
    } catch (error) {
      showFailure(form, error, "Couldn't end the exemption.");
    }
  });
  return (
    <ActForm problem={errors.root?.message} action="End" busy={isSubmitting} onSubmit={(event) => void submit(event)}>
      <Field
        label="Last tax year"
        error={errors.lastYear?.message}
        hint={`${exemption.fromYear - 1} if it never should have counted. Levied bills stay: correct them if needed.`}
      >
        {(control) => <TextField {...control} inputMode="numeric" {...form.register('lastYear')} />}
      </Field>
      <Field label="Reason" error={errors.reason?.message} hint="For the owners. It is not public.">
        {(control) => <Textarea {...control} maxLength={500} {...form.register('reason')} />}
      </Field>
    </ActForm>
  );
}

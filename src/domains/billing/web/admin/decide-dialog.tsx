import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import {
  type BillingRecord,
  creditInvoice,
  extendTrial,
  giveUpInvoice,
  voidInvoice,
} from '#domains/billing/contract.ts';
import { Dollars, formatDollars } from '#platform/web/dollars.ts';
import { showFailure, useContractForm } from '#platform/web/form/contract-form.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { Field } from '#platform/web/ui/form/field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Textarea } from '#platform/web/ui/form/textarea.tsx';
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { refreshBilling } from '../queries.ts';

/** The action of an administrator, and its subject. */
export type Act =
  | { readonly kind: 'extend'; readonly username: string }
  | { readonly kind: 'credit' | 'void' | 'give up'; readonly invoice: BillingRecord };

const words = {
  extend: {
    title: 'Extend the trial',
    description: 'The account keeps using its plan for free for that long.',
    action: 'Extend Trial',
    done: 'Trial Extended',
  },
  credit: {
    title: 'Credit the invoice',
    description: 'Issues a credit note. Any part that was already paid becomes credit of the account.',
    action: 'Issue Credit Note',
    done: 'Invoice Credited',
  },
  void: {
    title: 'Void the invoice',
    description: 'It keeps its number, and nothing is due on it anymore.',
    action: 'Void Invoice',
    done: 'Invoice Voided',
  },
  'give up': {
    title: 'Give up the invoice',
    description: 'It counts as uncollectible, and can still be paid.',
    action: 'Give Up Invoice',
    done: 'Invoice Given Up',
  },
} as const;

const reason = z.string().trim().min(1, 'Enter the reason, for the record').max(500, 'At most 500 characters');
const days = z
  .string()
  .trim()
  .regex(/^\d{1,2}$/, 'Enter a whole number of days')
  .transform(Number)
  .refine((count) => count >= 1 && count <= 90, 'Between 1 and 90 days');

/** Asks for the input of an action, always with a reason, and performs it. */
export function DecideDialog({ act, onClose }: { act: Act; onClose: () => void }) {
  const queryClient = useQueryClient();
  const extending = useCallMutation(extendTrial);
  const crediting = useCallMutation(creditInvoice);
  const voiding = useCallMutation(voidInvoice);
  const givingUp = useCallMutation(giveUpInvoice);
  const { title, description, action, done } = words[act.kind];
  const form = useContractForm(
    z.object({
      reason,
      days: act.kind === 'extend' ? days : z.string().transform(() => 0),
      amount:
        act.kind === 'credit' ? Dollars.refine((cents) => cents >= 1, 'At least $0.01') : z.string().transform(() => 0),
    }),
    { reason: '', days: '14', amount: act.kind === 'credit' ? creditableOf(act.invoice) : '' },
  );
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    const body = { reason: values.reason };
    try {
      if (act.kind === 'extend')
        await extending.mutateAsync({ params: { username: act.username }, body: { ...body, days: values.days } });
      else {
        const params = { invoiceId: act.invoice.id };
        if (act.kind === 'credit')
          await crediting.mutateAsync({ params, body: { ...body, amount: values.amount / 100 } });
        else await (act.kind === 'void' ? voiding : givingUp).mutateAsync({ params, body });
      }
      await refreshBilling(queryClient);
      showToast({ tone: 'success', title: done });
      onClose();
    } catch (error) {
      showFailure(form, error, 'Nothing was changed. Please try again.');
    }
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => open || isSubmitting || onClose()}
      width="narrow"
      title={act.kind === 'extend' ? `${title} of ${act.username}` : `${title} ${act.invoice.number ?? ''}`.trim()}
      description={description}
      footer={
        <>
          <Button onClick={onClose} disabled={isSubmitting}>
            Cancel
          </Button>
          <Button
            variant={act.kind === 'extend' || act.kind === 'credit' ? 'primary' : 'danger'}
            type="submit"
            form="decide-billing"
            busy={isSubmitting && 'Recording…'}
          >
            {action}
          </Button>
        </>
      }
    >
      <form id="decide-billing" noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        {errors.root?.message ? <Banner kind="failure">{errors.root.message}</Banner> : null}
        {act.kind === 'extend' ? (
          <Field label="Days" error={errors.days?.message}>
            {(control) => <TextField {...control} inputMode="numeric" {...form.register('days')} />}
          </Field>
        ) : null}
        {act.kind === 'credit' ? (
          <Field
            label="Amount in dollars, with tax"
            hint={`The invoice is for ${formatDollars(act.invoice.amount)}.`}
            error={errors.amount?.message}
          >
            {(control) => <TextField {...control} inputMode="decimal" {...form.register('amount')} />}
          </Field>
        ) : null}
        <Field label="Reason" hint="The account and the log show it." error={errors.reason?.message}>
          {(control) => <Textarea {...control} rows={3} {...form.register('reason')} />}
        </Field>
      </form>
    </Dialog>
  );
}

const creditableOf = ({ amount, credited }: BillingRecord): string => (amount - credited).toFixed(2);

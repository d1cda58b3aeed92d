import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { confirmDeposit, type Deposit, failDeposit, reverseDeposit } from '#domains/market/contract.ts';
import { Dollars } from '#platform/web/dollars.ts';
import { showFailure, useContractForm } from '#platform/web/form/contract-form.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { Field } from '#platform/web/ui/form/field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { formatDollars } from '../amounts.ts';

type Props = { deposit: Deposit & { readonly username: string | null }; onClose: () => void };

/** Confirms what arrived of a deposit, or closes it; takes back one that had arrived. */
export const DecideDeposit = ({ deposit, onClose }: Props) => (
  <Dialog
    open
    onOpenChange={(open) => open || onClose()}
    title={`${deposit.payment.amountFormatted} of ${deposit.username ?? 'a closed account'}, ${deposit.payment.reference ?? deposit.payment.id}`}
    description={
      deposit.payment.status === 'pending'
        ? "Confirm it once the money is on the city's account."
        : 'For money that is gone, or that was confirmed by mistake. What is missing in the account is owed.'
    }
  >
    {deposit.payment.status === 'pending' ? (
      <div className="flex flex-col gap-6">
        <Confirm deposit={deposit} onClose={onClose} />
        <WithReason route={failDeposit} deposit={deposit} onClose={onClose} action="Close Deposit" />
      </div>
    ) : (
      <>
        <p className="mb-4">{formatDollars(deposit.left)} is left of it.</p>
        <WithReason route={reverseDeposit} deposit={deposit} onClose={onClose} action="Take Back" />
      </>
    )}
  </Dialog>
);

const Arrived = z.object({ amount: Dollars.refine((cents) => cents > 0, 'Enter at least $0.01') });
const Reason = z.object({ reason: z.string().trim().min(1, 'Enter the reason').max(500, 'At most 500 characters') });

function Confirm({ deposit: { payment }, onClose }: Props) {
  const form = useContractForm(Arrived, { amount: (payment.amount / 100).toFixed(2) });
  const { mutateAsync, isPending } = useDecision(confirmDeposit, 'Deposit Confirmed', onClose);
  const submit = form.handleSubmit(({ amount }) =>
    mutateAsync({ params: { paymentId: payment.id }, body: { amount: amount / 100 } }).catch((error: unknown) =>
      showFailure(form, error, 'The deposit could not be confirmed. Please try again.'),
    ),
  );
  const { errors } = form.formState;
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {errors.root?.message ? <Banner kind="failure">{errors.root.message}</Banner> : null}
      <Field label="Arrived, in dollars" error={errors.amount?.message}>
        {(control) => <TextField {...control} inputMode="decimal" {...form.register('amount')} />}
      </Field>
      <Button type="submit" variant="primary" busy={isPending && 'Confirming…'}>
        Confirm
      </Button>
    </form>
  );
}

type ReasonProps = Props & { route: typeof failDeposit | typeof reverseDeposit; action: string };

function WithReason({ route, deposit: { payment }, onClose, action }: ReasonProps) {
  const form = useContractForm(Reason, { reason: '' });
  const { mutateAsync, isPending } = useDecision(route, `${action}: Done`, onClose);
  const submit = form.handleSubmit((body) =>
    mutateAsync({ params: { paymentId: payment.id }, body }).catch((error: unknown) =>
      showFailure(form, error, 'Nothing was decided. Please try again.'),
    ),
  );
  const { errors } = form.formState;
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {errors.root?.message ? <Banner kind="failure">{errors.root.message}</Banner> : null}
      <Field label="Reason" error={errors.reason?.message}>
        {(control) => <TextField {...control} {...form.register('reason')} />}
      </Field>
      <Button type="submit" variant="danger" busy={isPending && 'Deciding…'}>
        {action}
      </Button>
    </form>
  );
}

function useDecision<R extends typeof confirmDeposit | typeof failDeposit | typeof reverseDeposit>(
  route: R,
  title: string,
  onClose: () => void,
) {
  const queryClient = useQueryClient();
  return useCallMutation(route, {
    onSuccess: ({ message }) => {
      showToast({ tone: 'success', title, description: message });
      void queryClient.invalidateQueries({ queryKey: ['market'] });
      onClose();
    },
  });
}

import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { type Payout, returnPayout, sendPayout } from '#domains/market/contract.ts';
import { formatDollars } from '#platform/web/dollars.ts';
import { showFailure, useContractForm } from '#platform/web/form/contract-form.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { Field } from '#platform/web/ui/form/field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx';
import { KeyValueList } from '#platform/web/ui/value/key-value-list.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';

type Waiting = Payout & {
  iban: string | null;
  holder: string | null;
  username: string | null;
  owed: number;
  obstacle: string | null;
};
type Props = { payout: Waiting; onClose: () => void };

/** Records that a payout was sent, with the reference of the bank, or returns it with a reason. */
export const DecidePayout = ({ payout, onClose }: Props) => (
  <Dialog
    open
    onOpenChange={(open) => open || onClose()}
    title={`Pay out ${formatDollars(payout.amount)}`}
    description="Make the transfer first. This only records it."
  >
    <div className="flex flex-col gap-6">
      {payout.owed > 0 ? (
        <Banner kind="warning">
          The account owes {formatDollars(payout.owed)} because a deposit was taken back. A payout that is returned
          covers it.
        </Banner>
      ) : null}
      <KeyValueList
        items={[
          { label: 'Account', value: payout.username ?? '–' },
          { label: 'Holder', value: payout.holder ?? 'Not readable on this server' },
          {
            label: 'IBAN',
            value: <code className="text-12 wrap-anywhere">{payout.iban ?? `…${payout.ibanEnd}`}</code>,
          },
        ]}
      />
      {payout.obstacle === null ? (
        <Sent payout={payout} onClose={onClose} />
      ) : (
        <Banner kind="warning">Do not transfer the money now. {payout.obstacle}</Banner>
      )}
      <Returned payout={payout} onClose={onClose} />
    </div>
  </Dialog>
);

const SentValues = z.object({
  bankReference: z
    .string()
    .trim()
    .min(1, 'Enter the bank’s reference of the transfer')
    .max(100, 'At most 100 characters'),
});
const ReturnedValues = z.object({
  reason: z.string().trim().min(1, 'Enter the reason').max(500, 'At most 500 characters'),
});

function Sent({ payout: { payoutId }, onClose }: Props) {
  const form = useContractForm(SentValues, { bankReference: '' });
  const { mutateAsync, isPending } = useDecision(sendPayout, 'Payout Sent', onClose);
  const submit = form.handleSubmit((body) =>
    mutateAsync({ params: { payoutId }, body }).catch((error: unknown) =>
      showFailure(form, error, 'Nothing was recorded. Please try again.'),
    ),
  );
  const { errors } = form.formState;
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {errors.root?.message ? <Banner kind="failure">{errors.root.message}</Banner> : null}
      <Field label="Bank reference" error={errors.bankReference?.message}>
        {(control) => <TextField {...control} {...form.register('bankReference')} />}
      </Field>
      <Button type="submit" variant="primary" busy={isPending && 'Recording…'}>
        Mark as Sent
      </Button>
    </form>
  );
}

function Returned({ payout: { payoutId }, onClose }: Props) {
  const form = useContractForm(ReturnedValues, { reason: '' });
  const { mutateAsync, isPending } = useDecision(returnPayout, 'Payout Returned', onClose);
  const submit = form.handleSubmit((body) =>
    mutateAsync({ params: { payoutId }, body }).catch((error: unknown) =>
      showFailure(form, error, 'Nothing was recorded. Please try again.'),
    ),
  );
  const { errors } = form.formState;
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {errors.root?.message ? <Banner kind="failure">{errors.root.message}</Banner> : null}
      <Field label="Reason to return it" hint="The account's owner can read it." error={errors.reason?.message}>
        {(control) => <TextField {...control} {...form.register('reason')} />}
      </Field>
      <Button type="submit" variant="danger" busy={isPending && 'Returning…'}>
        Return to the Account
      </Button>
    </form>
  );
}

function useDecision<R extends typeof sendPayout | typeof returnPayout>(route: R, title: string, onClose: () => void) {
  const queryClient = useQueryClient();
  return useCallMutation(route, {
    onSuccess: ({ amount }) => {
      showToast({ tone: 'success', title, description: formatDollars(amount) });
      void queryClient.invalidateQueries({ queryKey: ['market'] });
      onClose();
    },
  });
}

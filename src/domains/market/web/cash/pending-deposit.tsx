import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Deposit, giveUpDeposit } from '#domains/market/contract.ts';
import { paymentMethodNames } from '#domains/payments/contract.ts';
import { DigitalPayment, pendingDigitalQuery } from '#domains/payments/web/index.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { ConfirmDialog } from '#platform/web/ui/overlay/confirm-dialog.tsx';
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';

/** The actions on a deposit that has not arrived: continue its steps in USDC or ETH, or give it up. */
export function PendingDeposit({ payment }: Pick<Deposit, 'payment'>) {
  const [isAsked, setAsked] = useState(false);
  const queryClient = useQueryClient();
  const isDigital = payment.paymentMethod === 'usdc' || payment.paymentMethod === 'eth';
  const stale = () => {
    void queryClient.invalidateQueries({ queryKey: ['market'] });
    void queryClient.invalidateQueries({ queryKey: pendingDigitalQuery.queryKey });
  };
  const giveUp = useCallMutation(giveUpDeposit, {
    onSettled: stale,
    onSuccess: () => showToast({ title: 'Deposit Closed', description: 'Nothing was added to your cash.' }),
    onError: ({ message }) => showToast({ tone: 'failure', title: 'Closing Failed', description: message }),
  });
  // The provider of a card decides about its payment.
  if (payment.status !== 'pending' || payment.paymentMethod === 'fiat') return null;
  const words = `${payment.amountFormatted} by ${paymentMethodNames[payment.paymentMethod]}`;
  return (
    <span className="flex flex-wrap gap-2">
      {isDigital ? <ContinueDeposit paymentId={payment.id} words={words} onChange={stale} /> : null}
      <Button
        size="small"
        aria-label={`Give Up ${words}`}
        busy={giveUp.isPending && 'Closing…'}
        onClick={() => setAsked(true)}
      >
        Give Up
      </Button>
      {isAsked ? (
        <ConfirmDialog
          title="Give up this deposit?"
          description="Do so only if you have not sent the money. Money that arrives later is held until the city decides about it."
          items={[{ label: 'Deposit', value: words }]}
          action="Give Up"
          onCancel={() => setAsked(false)}
          onConfirm={() => {
            setAsked(false);
            giveUp.mutate({ params: { paymentId: payment.id } });
          }}
        />
      ) : null}
    </span>
  );
}

type ContinueProps = { paymentId: string; words: string; onChange: () => void };

/** Shows the steps of a payment in USDC or ETH that was opened before. */
function ContinueDeposit({ paymentId, words, onChange }: ContinueProps) {
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery(pendingDigitalQuery);
  const reference = data?.payments.find(({ payment }) => payment.id === paymentId)?.next?.reference;
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button size="small" aria-label={`Continue ${words}`} disabled={reference === undefined}>
          Continue
        </Button>
      }
      title={`Deposit ${words}`}
      description="It is yours to trade with once the money has arrived."
      footer={<Button onClick={() => setOpen(false)}>Close</Button>}
    >
      {reference === undefined ? null : <DigitalPayment reference={reference} onChange={onChange} />}
    </Dialog>
  );
}

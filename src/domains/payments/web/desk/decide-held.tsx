import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useSession } from '#domains/participants/web/index.ts';
import { assignHeldMoney, type HeldMoney, returnHeldMoney } from '#domains/payments/contract.ts';
import { useUnsentText } from '#platform/web/form/use-unsent.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { Field } from '#platform/web/ui/form/field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlay/confirm-dialog.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { heldNames } from './held-words.ts';

const PROPERTY_TAX = 'property_tax';
const isPayment = (text: string) => /^pay_[0-9a-z]{20}$/.test(text);

/** Assigns money in suspense to a property or a pending payment, or records that it was returned. */
export function DecideHeld({
  money: { id, method, amountFormatted },
  onDone,
}: {
  money: HeldMoney;
  onDone: () => void;
}) {
  const queryClient = useQueryClient();
  const { user } = useSession();
  const [target, setTarget] = useUnsentText(`held-target:${user?.id}:${id}`);
  const [reason, setReason] = useUnsentText(`held-reason:${user?.id}:${id}`);
  const [hash, setHash] = useUnsentText(`held-hash:${user?.id}:${id}`);
  const [isAsking, setAsking] = useState(false);
  const onSuccess = ({ money }: { money: HeldMoney }) => {
    for (const clear of [setTarget, setReason, setHash]) clear('');
    showToast({ tone: 'success', title: heldNames[money.state], description: `${money.amountFormatted} is recorded.` });
    void queryClient.invalidateQueries({ queryKey: ['statements'] });
    void queryClient.invalidateQueries({ queryKey: ['registry'] });
    onDone();
  };
  const assign = useCallMutation(assignHeldMoney, { onSuccess });
  const giveBack = useCallMutation(returnHeldMoney, { onSuccess });
  const params = { heldId: id };
  const busy = assign.isPending || giveBack.isPending;
  const error = assign.error ?? giveBack.error;
  const isCard = method === 'fiat';
  const submitTarget = (event: FormEvent) => {
    event.preventDefault();
    const text = target.trim();
    const body = isPayment(text) ? { paymentId: text } : { kind: PROPERTY_TAX, subject: text.toUpperCase() };
    assign.mutate({ params, body });
  };
  const submitReturn = (event: FormEvent) => {
    event.preventDefault();
    setAsking(true);
  };
  const confirm = () => {
    setAsking(false);
    giveBack.mutate({ params, body: { reason: reason.trim(), ...(isCard ? {} : { txHash: hash.trim() }) } });
  };
  return (
    <>
      {error ? <Banner kind="failure">{error.message}</Banner> : null}
      <form onSubmit={submitTarget} className="flex flex-wrap items-end gap-2">
        <Field label="Property ID, or the ID of a pending payment" className="min-w-40 flex-1">
          {(control) => (
            <TextField
              {...control}
              value={target}
              autoComplete="off"
              maxLength={64}
              onChange={(event) => setTarget(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" disabled={busy || target.trim() === ''}>
          Assign
        </Button>
      </form>
      <form onSubmit={submitReturn} className="flex flex-col gap-3 border-t border-line pt-5">
        <Field label="Reason to return it">
          {(control) => (
            <TextField
              {...control}
              value={reason}
              maxLength={500}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
        {isCard ? null : (
          <Field
            label="Transaction that returned it"
            hint="Send the same amount from the treasury first. The server checks it on the network."
          >
            {(control) => (
              <TextField
                {...control}
                value={hash}
                placeholder="0x…"
                autoComplete="off"
                spellCheck={false}
                onChange={(event) => setHash(event.target.value)}
              />
            )}
          </Field>
        )}
        <div>
          <Button type="submit" disabled={busy || reason.trim() === '' || (!isCard && hash.trim() === '')}>
            {isCard ? 'Refund to Card' : 'Record as Returned'}
          </Button>
        </div>
      </form>
      {isAsking ? (
        <ConfirmDialog
          title={isCard ? 'Refund this money?' : 'Record that this money was returned?'}
          items={[
            { label: 'Amount', value: amountFormatted },
            {
              label: 'To whom',
              value: isCard ? 'The card that paid, by its provider' : 'The wallet that the transaction paid',
            },
            ...(isCard
              ? []
              : [{ label: 'Transaction', value: <code className="text-12 wrap-anywhere">{hash.trim()}</code> }]),
            { label: 'Reason', value: reason.trim() },
          ]}
          action={isCard ? 'Refund to Card' : 'Record as Returned'}
          onConfirm={confirm}
          onCancel={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}

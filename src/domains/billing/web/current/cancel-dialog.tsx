import { useState } from 'react';
import type { Subscription } from '#domains/billing/contract.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { Textarea } from '#platform/web/ui/form/textarea.tsx';
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx';
import { KeyValueList } from '#platform/web/ui/value/key-value-list.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { useChange } from './use-change.ts';

/** Cancels the subscription at the end of the paid period, after showing the consequences. */
export function CancelDialog({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const { mutate, isPending } = useChange({ title: 'Subscription Ends at Period End', onDone: onClose });
  const [reason, setReason] = useState('');
  const cancelReason = reason.trim() === '' ? undefined : reason.trim();
  return (
    <Dialog
      open
      onOpenChange={(open) => open || isPending || onClose()}
      width="narrow"
      title="Cancel the subscription?"
      footer={
        <>
          <Button onClick={onClose} disabled={isPending}>
            Keep It
          </Button>
          <Button
            variant="danger"
            busy={isPending && 'Canceling…'}
            onClick={() => mutate({ body: { cancelAtPeriodEnd: true, cancelReason } })}
          >
            Cancel at Period End
          </Button>
        </>
      }
    >
      <KeyValueList
        items={[
          { label: 'Ends', value: <Time at={subscription.currentPeriodEnd} format="utc day" /> },
          { label: 'Until then', value: 'Everything works, and you can resume it.' },
          { label: 'After that', value: 'Nothing more is charged. Everything recorded stays readable.' },
        ]}
      />
      <div className="mt-5">
        <Field label="Reason (optional)" hint="What could have been better?">
          {(control) => (
            <Textarea {...control} maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
          )}
        </Field>
      </div>
    </Dialog>
  );
}

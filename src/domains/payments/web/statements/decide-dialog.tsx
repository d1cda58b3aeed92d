import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useSession } from '#domains/participants/web/index.ts';
import { assignLine, type BankLine, returnLine } from '#domains/payments/contract.ts';
import { useUnsentText } from '#platform/web/form/use-unsent.ts';
import { formatCalendarDay } from '#platform/web/format-day.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { Field } from '#platform/web/ui/form/field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlay/confirm-dialog.tsx';
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx';
import { KeyValueList } from '#platform/web/ui/value/key-value-list.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { describeLine, stateNames } from './line-words.ts';

const undecided: ReadonlySet<BankLine['state']> = new Set(['suspense', 'acting', 'listed', 'foreign']);

/** The kind of payments for a property. */
const PROPERTY_TAX = 'property_tax';
/** The kind of payments of invoices. Their numbers are of a form that no property has. */
const INVOICE = 'invoice';
const INVOICE_NUMBER = /^\d{4}-\d{6}$/;

/** Shows a line, and the decisions about money in suspense. */
export function DecideDialog({ line, onClose }: { line: BankLine; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`${line.amountFormatted} of ${formatCalendarDay(line.bookedOn)}`}
      description={stateNames[line.state]}
    >
      <div className="flex flex-col gap-5">
        <KeyValueList
          items={[
            { label: 'Text', value: line.text || '–' },
            { label: 'Counterparty', value: line.counterparty || '–' },
            ...(line.entryReference === null ? [] : [{ label: "Bank's entry id", value: line.entryReference }]),
            { label: 'Outcome', value: describeLine(line) },
            // For other lines, this is only the account that sent the statement.
            ...(undecided.has(line.state) ? [] : [{ label: 'Decided by', value: line.decidedBy }]),
            ...(line.blockIndex === null
              ? []
              : [
                  {
                    label: 'Block',
                    value: (
                      <Link to="/blockchain" search={{ block: String(line.blockIndex) }} className="underline">
                        {formatCount(line.blockIndex)}
                      </Link>
                    ),
                  },
                ]),
          ]}
        />
        {line.state === 'suspense' ? <Decide line={line} onClose={onClose} /> : null}
      </div>
    </Dialog>
  );
}

function Decide({ line, onClose }: { line: BankLine; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { user } = useSession();
  const [subject, setSubject] = useUnsentText(`line-subject:${user?.id}:${line.id}`);
  const [reason, setReason] = useUnsentText(`line-reason:${user?.id}:${line.id}`);
  const [isAsking, setAsking] = useState(false);
  const onSuccess = ({ line: decided }: { line: BankLine }) => {
    setSubject('');
    setReason('');
    showToast({ tone: 'success', title: stateNames[decided.state], description: describeLine(decided) });
    void queryClient.invalidateQueries({ queryKey: ['statements'] });
    void queryClient.invalidateQueries({ queryKey: ['registry'] });
    onClose();
  };
  const assign = useCallMutation(assignLine, { onSuccess });
  const payBack = useCallMutation(returnLine, { onSuccess });
  const isInvoice = INVOICE_NUMBER.test(subject.trim());
  const params = { lineId: line.id };
  const busy = assign.isPending || payBack.isPending;
  const error = assign.error ?? payBack.error;
  const submit = (run: () => void) => (event: FormEvent) => {
    event.preventDefault();
    run();
  };
  return (
    <>
      {error ? <Banner kind="failure">{error.message}</Banner> : null}
      {line.candidates.length === 0 ? null : (
        <section aria-label="What it might pay">
          <h3 className="text-13 font-medium">What it might pay</h3>
          <ul className="mt-1 divide-y divide-line">
            {line.candidates.map(({ kind, subject: found, paymentId, reason: why }) => (
              <li key={`${found} ${paymentId} ${why}`} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
                <span className="min-w-0 flex-1 wrap-anywhere">
                  <code className="text-12">{found}</code>
                  <span className="block text-13 text-muted">{why}</span>
                </span>
                <Button
                  size="small"
                  disabled={busy}
                  onClick={() =>
                    assign.mutate({ params, body: paymentId === null ? { kind, subject: found } : { paymentId } })
                  }
                >
                  {paymentId === null ? 'Assign' : 'Settle Payment'}
                  <span className="sr-only"> {found}</span>
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <form
        onSubmit={submit(() =>
          assign.mutate({
            params,
            body: { kind: isInvoice ? INVOICE : PROPERTY_TAX, subject: subject.trim().toUpperCase() },
          }),
        )}
        className="flex flex-wrap items-end gap-2"
      >
        <Field label="Property ID or invoice number" className="min-w-40 flex-1">
          {(control) => (
            <TextField
              {...control}
              value={subject}
              autoComplete="off"
              onChange={(event) => setSubject(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" disabled={busy || subject.trim() === ''}>
          {isInvoice ? 'Assign to Invoice' : 'Assign to Property'}
        </Button>
      </form>
      <form onSubmit={submit(() => setAsking(true))} className="flex flex-wrap items-end gap-2">
        <Field label="Reason to pay it back" className="min-w-40 flex-1">
          {(control) => (
            <TextField
              {...control}
              value={reason}
              maxLength={500}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" disabled={busy || reason.trim() === ''}>
          Record as Paid Back
        </Button>
        <p className="w-full text-13 text-muted">Make the transfer itself at your bank.</p>
      </form>
      {isAsking ? (
        <ConfirmDialog
          title="Record that this money is paid back?"
          description="Make the transfer itself at your bank."
          items={[
            { label: 'Amount', value: line.amountFormatted },
            { label: 'Recipient', value: line.counterparty || 'The account that it came from' },
            { label: 'Reason', value: reason.trim() },
          ]}
          action="Record as Paid Back"
          onConfirm={() => {
            setAsking(false);
            payBack.mutate({ params, body: { reason: reason.trim() } });
          }}
          onCancel={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}

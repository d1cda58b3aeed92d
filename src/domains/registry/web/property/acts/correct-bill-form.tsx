import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { correctBill } from '#domains/registry/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { Textarea } from '#platform/web/ui/form/textarea.tsx';
import { KeyValueList } from '#platform/web/ui/value/key-value-list.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { billsQuery } from '../../queries.ts';
import { ActForm, type ActProps } from './act-form.tsx';

/** Recomputes a bill by current data: first a preview, then the correction. */
export function CorrectBillForm({ property: { propertyId }, onDone }: ActProps) {
  const { data, error: failure, refetch } = useQuery(billsQuery(propertyId));
  const [chosen, setChosen] = useState<string>();
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const preview = useCallMutation(correctBill);
  const correct = useCallMutation(correctBill, {
    onSuccess: ({ afterCents, blockIndex }) =>
      onDone(`The tax is ${formatCents(afterCents)} by block ${blockIndex === null ? '' : formatCount(blockIndex)}.`),
  });
  const billNumber = chosen ?? data?.bills[0]?.billNumber;
  if (failure && !data)
    return <ErrorState title="Couldn't load the bills" error={failure} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-40 rounded-12" />;
  if (billNumber === undefined) return <p className="text-muted">This property has no bill to correct.</p>;
  const send = (isPreview: boolean) => {
    setMissing(true);
    if (reason.trim() === '') return;
    const input = { params: { billNumber }, body: { reason: reason.trim(), preview: isPreview } };
    if (isPreview) preview.mutate(input);
    else correct.mutate(input);
  };
  const found = preview.data;
  return (
    <ActForm
      problem={correct.error?.message ?? preview.error?.message}
      action={found ? 'Correct' : 'Preview'}
      busy={correct.isPending || preview.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        send(found === undefined);
      }}
    >
      <p className="text-13 text-pretty text-muted">
        Recomputes the tax by the current assessment, exemptions, use and rates. The difference is a new line.
      </p>
      <Field label="Bill">
        {(control) => (
          <Select
            {...control}
            options={data.bills.map((bill) => ({
              value: bill.billNumber,
              label: `${bill.year}: ${bill.totalFormatted}, ${bill.openFormatted} open`,
            }))}
            value={billNumber}
            onChange={(event) => {
              setChosen(event.target.value);
              preview.reset();
            }}
          />
        )}
      </Field>
      <Field
        label="Reason"
        error={missing && reason.trim() === '' ? 'State the reason' : undefined}
        hint="For the owners. It is not public."
      >
        {(control) => (
          <Textarea {...control} maxLength={1000} value={reason} onChange={(event) => setReason(event.target.value)} />
        )}
      </Field>
      {found ? (
        <div className="rounded-8 border border-line p-4">
          <KeyValueList
            items={[
              { label: 'Tax now', value: <span className="tabular">{formatCents(found.beforeCents)}</span> },
              { label: 'Corrected tax', value: <span className="tabular">{formatCents(found.afterCents)}</span> },
              { label: 'Becomes credit', value: <span className="tabular">{formatCents(found.creditCents)}</span> },
            ]}
          />
          <Button size="small" variant="quiet" className="mt-3" onClick={() => preview.reset()}>
            Preview again
          </Button>
        </div>
      ) : null}
    </ActForm>
  );
}

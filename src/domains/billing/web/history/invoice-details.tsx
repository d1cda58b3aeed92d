import { useQuery } from '@tanstack/react-query';
import { readInvoicePdf, readInvoiceUbl } from '#domains/billing/contract.ts';
import { BlockLink } from '#domains/ledger/web/index.ts';
import { send } from '#platform/web/api-client.ts';
import { ApiError } from '#platform/web/api-error.ts';
import { SaveButton } from '#platform/web/save-button.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { SkeletonText } from '#platform/web/ui/feedback/skeleton.tsx';
import { type Amount, AmountList } from '#platform/web/ui/value/amount-list.tsx';
import { Hash } from '#platform/web/ui/value/hash.tsx';
import { KeyValueList } from '#platform/web/ui/value/key-value-list.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { daysInWords } from '../current/days-in-words.ts';
import { Money } from '../money.tsx';
import { InvoicePayments } from '../pay/invoice-payments.tsx';
import { invoiceQuery } from '../queries.ts';
import { RecordBadge } from '../status-badge.tsx';

/** An invoice: its lines and tax, its payments, and the block that states its hash. */
export function InvoiceDetails({ invoiceId }: { invoiceId: string }) {
  const { data, error, isFetching, refetch } = useQuery(invoiceQuery(invoiceId));
  if (error instanceof ApiError && (error.status === 404 || error.status === 400))
    return <EmptyState title="Invoice not found" description="Your account has no invoice with this id." />;
  if (error && !data)
    return (
      <ErrorState
        title="Couldn't load the invoice"
        error={error}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined) return <SkeletonText lines={10} />;
  const { lines, net, tax, amount, due, paid, credit, credited } = data;
  const starts = lines.flatMap(({ from }) => from ?? []).toSorted();
  const ends = lines.flatMap(({ until }) => until ?? []).toSorted();
  const [start, end] = [starts[0], ends.at(-1)];
  const amounts: Amount[] = [
    ...lines.map((line) => ({ label: line.text, value: <Money dollars={line.amount} /> })),
    { label: 'Without tax', value: <Money dollars={net} /> },
    { label: 'Tax', value: <Money dollars={tax} /> },
    { label: 'Amount', value: <Money dollars={amount} />, total: true },
    ...(credit === 0 ? [] : [{ label: 'Paid with your credit', value: <Money dollars={-credit} /> }]),
    ...(credited === 0 ? [] : [{ label: 'Credit notes', value: <Money dollars={-credited} /> }]),
    ...(paid === 0 ? [] : [{ label: 'Paid', value: <Money dollars={-paid} /> }]),
    ...(data.kind === 'credit_note' ? [] : [{ label: 'Left to pay', value: <Money dollars={due} />, total: true }]),
  ];
  return (
    <div className="flex flex-col gap-6">
      <KeyValueList
        items={[
          { label: 'Status', value: <RecordBadge {...data} /> },
          { label: 'For', value: data.description },
          ...(start === undefined || end === undefined ? [] : [{ label: 'Period', value: daysInWords(start, end) }]),
          { label: 'Date', value: <Time at={data.billingDate} format="utc day" /> },
          ...(data.dueDate === null ? [] : [{ label: 'Due', value: <Time at={data.dueDate} format="utc day" /> }]),
          ...(data.reason === null ? [] : [{ label: 'Reason', value: data.reason }]),
        ]}
      />
      {data.state === 'draft' ? null : (
        <div className="flex flex-wrap gap-2">
          <SaveButton
            label="Save as PDF"
            name={`${data.number ?? data.id}.pdf`}
            read={() => send(readInvoicePdf, { params: { invoiceId } }, { accept: 'application/pdf' })}
          />
          <SaveButton
            label="Save as UBL"
            name={`${data.number ?? data.id}.xml`}
            read={() => send(readInvoiceUbl, { params: { invoiceId } }, { accept: 'application/xml' })}
          />
        </div>
      )}
      <AmountList label="Lines of the invoice" items={amounts} />
      {data.kind === 'invoice' && data.state !== 'draft' ? <InvoicePayments invoice={data} /> : null}
      {data.blockIndex === null || data.sha256 === null ? null : (
        <KeyValueList
          items={[
            { label: 'Block', value: <BlockLink index={data.blockIndex} /> },
            {
              label: 'SHA-256',
              value: <Hash value={data.sha256} label="SHA-256" />,
              hint: 'The hash of the document. The block states it, so a changed document is detected.',
            },
          ]}
        />
      )}
    </div>
  );
}

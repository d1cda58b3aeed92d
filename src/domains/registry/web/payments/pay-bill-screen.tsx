import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { DigitalPayment } from '#domains/payments/web/index.ts';
import { billNumbersIn } from '#domains/registry/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import { formatCalendarDay } from '#platform/web/format-day.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { KeyValueList } from '#platform/web/ui/value/key-value-list.tsx';
import { billQuery } from '../queries.ts';
import { AnnouncedTransfers } from './announced-transfers.tsx';
import { PayFormCard } from './pay-form.tsx';
import { PayTogether } from './pay-together.tsx';
import { PaymentLinks } from './payment-outcome.tsx';
import { usePayment } from './use-payment.ts';

type Props = {
  billNumber: string | undefined;
  /** The payment in USDC or ETH that was opened before the page was reloaded. */
  reference: string | undefined;
};

/** Looks up a bill by its number and pays it, without an account. */
export function PayBillScreen({ billNumber, reference }: Props) {
  const navigate = useNavigate({ from: '/detroit/pay' });
  const [text, setText] = useState(billNumber ?? '');
  const numbers = billNumbersIn(billNumber ?? '');
  const [first] = numbers;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const bill = billNumbersIn(text).join(',');
    void navigate({ search: bill === '' ? {} : { bill }, replace: true });
  };
  return (
    <div className="page-width">
      <title>Pay a bill · Cairn</title>
      <PageHeader
        title="Pay a bill"
        subtitle="Anyone who has the number of a property tax bill can pay it. No account is needed, and the page shows nothing about the owner. For several bills, separate the numbers by commas."
      />
      <form onSubmit={submit} className="mb-6 flex flex-wrap items-end gap-3">
        <Field label="Bill number" className="w-full sm:max-w-96">
          {(control) => (
            <TextField
              {...control}
              placeholder="2026-XXXX-XXXX-XXXX"
              autoComplete="off"
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" variant={first === undefined ? 'primary' : 'secondary'}>
          Look up
        </Button>
      </form>
      {numbers.length > 1 ? (
        <PayTogether key={numbers.join()} chosen={{ billNumbers: numbers }} />
      ) : first === undefined ? null : (
        <FoundBill key={first} billNumber={first} reference={reference} />
      )}
    </div>
  );
}

function FoundBill({ billNumber, reference }: { billNumber: string; reference: string | undefined }) {
  const navigate = useNavigate({ from: '/detroit/pay' });
  const queryClient = useQueryClient();
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ['registry'] });
  const { data, error, refetch } = useQuery(billQuery(billNumber));
  const payment = usePayment({
    accountId: undefined,
    subjects: [billNumber],
    onSuccess({ next }) {
      refresh();
      if (next?.kind === 'call')
        void navigate({ search: { bill: billNumber, reference: next.reference }, replace: true, resetScroll: false });
    },
  });
  if (error && !data) return <ErrorState title="Couldn't find the bill" error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-64 rounded-12" />;
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="flex min-w-0 flex-col gap-5">
        <Card title={`Tax of ${data.year}`} description={data.address}>
          <KeyValueList
            items={[
              { label: 'Bill number', value: <code className="text-12">{data.billNumber}</code> },
              { label: 'Property ID', value: <code className="text-12">{data.propertyId}</code> },
              { label: 'Total', value: <span className="tabular">{data.totalFormatted}</span> },
              { label: 'Still open', value: <span className="tabular">{data.openFormatted}</span> },
              ...(data.announced.cents === 0
                ? []
                : [
                    { label: 'Announced', value: <span className="tabular">{data.announced.formatted}</span> },
                    {
                      label: 'Left to pay',
                      value: <span className="tabular">{formatCents(data.open - data.announced.cents)}</span>,
                    },
                  ]),
              {
                label: data.overdue ? 'Overdue since' : 'Next due',
                value: data.nextDueDay === null ? 'Nothing is due' : formatCalendarDay(data.nextDueDay),
              },
            ]}
          />
        </Card>
        <AnnouncedTransfers transfers={data.announced.transfers} />
      </div>
      <Card title="Pay">
        <PayFormCard
          openCents={data.open}
          announcedCents={data.announced.cents}
          payment={payment}
          namesTransaction
          orderOf={(body) => ({ of: 'bill', billNumber, body })}
          pays="Pays this bill"
          settled="This bill is paid."
          opened={
            reference === undefined ? undefined : (
              <DigitalPayment
                key={reference}
                reference={reference}
                onChange={refresh}
                paid={(payment) => <PaymentLinks payment={payment} />}
              />
            )
          }
        />
      </Card>
    </div>
  );
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useSession } from '#domains/participants/web/index.ts';
import { DigitalPayment } from '#domains/payments/web/index.ts';
import type { BillsPreview } from '#domains/registry/contract.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import type { Column } from '#platform/web/ui/table/data-table-model.ts';
import { useDebounced } from '#platform/web/ui/timing/use-debounced.ts';
import { previewQuery } from '../queries.ts';
import { AnnouncedTransfers } from './announced-transfers.tsx';
import { PayFormCard } from './pay-form.tsx';
import { PaymentLinks } from './payment-outcome.tsx';
import { usePayment } from './use-payment.ts';

type Line = BillsPreview['lines'][number];

const columns: readonly Column<Line>[] = [
  {
    id: 'property',
    header: 'Property',
    cell: ({ address, propertyId }) => (
      <>
        {address}
        <code className="block text-12 text-muted">{propertyId}</code>
      </>
    ),
    phone: 'title',
  },
  { id: 'year', header: 'Tax of', cell: ({ year }) => <span className="tabular">{year}</span>, phone: 'labeled' },
  {
    id: 'open',
    header: 'Open',
    cell: ({ openFormatted }) => <span className="tabular">{openFormatted}</span>,
    align: 'end',
    phone: 'labeled',
  },
  {
    id: 'paid',
    header: 'This payment pays',
    cell: ({ paidFormatted }) => <span className="tabular font-medium">{paidFormatted}</span>,
    align: 'end',
    phone: 'mark',
  },
];

type Props = { chosen: { readonly propertyIds: string[] } | { readonly billNumbers: string[] } };

/** Pays several bills by one payment. First shows what it pays on each, by the same rules as the payment itself. */
export function PayTogether({ chosen }: Props) {
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState<number>();
  const amount = useDebounced(typed, PREVIEW_DELAY_MILLISECONDS);
  const whole = useQuery(previewQuery(chosen, undefined));
  // An amount above what is owed has no preview, as right after a payment. The form reports that, and keeps its content.
  const part = useQuery(previewQuery(chosen, amount));
  const data = part.data ?? whole.data;
  const refresh = useCallback(() => void queryClient.invalidateQueries({ queryKey: ['registry'] }), [queryClient]);
  const { user } = useSession();
  const payment = usePayment({
    accountId: 'propertyIds' in chosen ? user?.id : undefined,
    subjects: 'propertyIds' in chosen ? chosen.propertyIds : chosen.billNumbers,
    onSuccess: () => {
      setTyped(undefined);
      refresh();
    },
  });
  const { paid } = payment;
  if (whole.error && !data)
    return <ErrorState title="Couldn't load the bills" error={whole.error} onRetry={() => void whole.refetch()} />;
  if (data === undefined) return <Skeleton className="h-80 rounded-12" />;
  const reference = paid?.next?.kind === 'call' ? paid.next.reference : undefined;
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_24rem]">
      {data.lines.length === 0 ? null : (
        <div className="flex min-w-0 flex-col gap-5">
          <DataTable
            name="Bills to pay"
            columns={columns}
            rows={data.lines}
            rowKey={({ propertyId, year }) => `${propertyId}-${year}`}
            empty={null}
          />
          <AnnouncedTransfers transfers={data.announced.transfers} />
        </div>
      )}
      <Card
        title={titleFor(data.lines.length)}
        description="One payment with one reference. Its block names every property, so anyone can see that they were paid together. To avoid that, pay each one separately."
      >
        <PayFormCard
          openCents={data.owed}
          announcedCents={data.announced.cents}
          onAmount={setTyped}
          payment={payment}
          orderOf={(body) =>
            'propertyIds' in chosen
              ? { of: 'properties', body: { ...chosen, ...body } }
              : { of: 'bills', body: { ...chosen, ...body } }
          }
          pays="Pays the oldest of them first"
          settled="Nothing is owed on these."
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

const titleFor = (bills: number) =>
  bills === 0 ? 'Paid together' : bills === 1 ? 'Pay the bill that is open' : `Pay ${bills} bills together`;

const PREVIEW_DELAY_MILLISECONDS = 250;

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useSession } from '#domains/participants/web/index.ts';
import { DigitalPayment, PendingDigital } from '#domains/payments/web/index.ts';
import type { Property } from '#domains/registry/contract.ts';
import { formatCounted } from '#platform/web/format-number.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { amountChoices } from '../payments/amount-choices.ts';
import { AnnouncedTransfers } from '../payments/announced-transfers.tsx';
import { BillCard } from '../payments/bill-card.tsx';
import { PayFormCard } from '../payments/pay-form.tsx';
import { PaymentHistory } from '../payments/payment-history.tsx';
import { PaymentLinks } from '../payments/payment-outcome.tsx';
import { PendingCards } from '../payments/pending-cards.tsx';
import { usePayment } from '../payments/use-payment.ts';
import { billsQuery } from '../queries.ts';
import { PaySeveral } from './pay-several.tsx';

type Props = {
  properties: readonly Property[];
  /** The number of the resident's properties with tax owed, listed here or not. */
  owingCount: number;
  selected: string | undefined;
  onSelect: (propertyId: string) => void;
  /** The ids to pay together. Undefined: all with tax owed. */
  together: readonly string[] | undefined;
  onTogether: (propertyIds: readonly string[]) => void;
  /** Whether the user just asked for the form: it scrolls into view with the focus, and `onShown` is called. */
  shown?: boolean;
  onShown?: () => void;
};

/** The choice that pays several properties together. */
export const SEVERAL = 'several';

/** Pays the tax on one property: the bills line by line, the form, and earlier payments. */
export function PayTaxes({ properties, owingCount, selected, onSelect, together, onTogether, shown, onShown }: Props) {
  const form = useRef<HTMLDivElement>(null);
  const report = useEffectEvent(() => onShown?.());
  useEffect(() => {
    if (!shown) return;
    form.current?.scrollIntoView({ block: 'start' });
    form.current?.focus({ preventScroll: true });
    report();
  }, [shown]);
  const owing = properties.filter(({ taxOwed }) => taxOwed > 0);
  const isSeveral = selected === SEVERAL;
  const property = properties.find(({ propertyId }) => propertyId === selected);
  if (property === undefined && !isSeveral)
    return (
      <p className="text-muted">
        {selected !== undefined
          ? `${selected} is not among these properties. Choose one under My Properties.`
          : owingCount === 0
            ? 'Nothing is owed. There is nothing to pay.'
            : `Nothing is owed on the properties of this page, but on ${formatCounted(owingCount, 'other', 'others')}. Choose another page below.`}
      </p>
    );
  return (
    <div ref={form} tabIndex={-1} className="flex flex-col gap-5 outline-none">
      <Field label="Property">
        {(control) => (
          <Select
            {...control}
            options={[
              ...(owing.length > 1 || isSeveral ? [{ value: SEVERAL, label: 'Several properties together' }] : []),
              ...properties.map(({ propertyId, address, taxOwedFormatted }) => ({
                value: propertyId,
                label: `${address} (${taxOwedFormatted})`,
              })),
            ]}
            value={selected ?? ''}
            onChange={(event) => onSelect(event.target.value)}
          />
        )}
      </Field>
      {property === undefined ? (
        <PaySeveral properties={owing} chosen={together} onChoose={onTogether} />
      ) : (
        <PayOne key={property.propertyId} property={property} />
      )}
    </div>
  );
}

function PayOne({ property: { propertyId, taxOwed } }: { property: Property }) {
  const queryClient = useQueryClient();
  const refresh = () => {
    void queryClient.invalidateQueries({ queryKey: ['registry'] });
    void queryClient.invalidateQueries({ queryKey: ['payments', 'digital'], exact: true });
  };
  const { data, error, refetch } = useQuery(billsQuery(propertyId));
  const { user } = useSession();
  const payment = usePayment({ accountId: user?.id, subjects: [propertyId], onSuccess: refresh });
  const reference = payment.paid?.next?.kind === 'call' ? payment.paid.next.reference : undefined;
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[24rem_minmax(0,1fr)]">
      <Card title="Pay">
        <PayFormCard
          openCents={taxOwed}
          announcedCents={data?.announced.cents ?? 0}
          choices={amountChoices(data?.bills ?? [], taxOwed)}
          payment={payment}
          namesTransaction
          orderOf={(body) => ({ of: 'property', propertyId, body })}
          pays="Pays the oldest bill first"
          settled="Nothing is owed on this property."
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
        {data && data.creditCents > 0 ? (
          <p className="mt-4 text-13 text-muted">{data.creditFormatted} of credit is left. The next bill uses it up.</p>
        ) : null}
      </Card>
      <div className="flex min-w-0 flex-col gap-5">
        <AnnouncedTransfers transfers={data?.announced.transfers ?? []} />
        <PendingCards propertyId={propertyId} />
        <PendingDigital except={reference} onChange={refresh} />
        {error && !data ? (
          <ErrorState title="Couldn't load the bills" error={error} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <Skeleton className="h-96 rounded-12" />
        ) : (
          data.bills.map((bill) => <BillCard key={bill.billNumber} bill={bill} />)
        )}
        {/* Shown after the bills have loaded: before that, it would move down while being read. */}
        {data || error ? <PaymentHistory propertyId={propertyId} /> : null}
      </div>
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BillingRecord } from '#domains/billing/contract.ts';
import { formatDollars } from '#platform/web/dollars.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { SkeletonText } from '#platform/web/ui/feedback/skeleton.tsx';
import { KeyValueList } from '#platform/web/ui/value/key-value-list.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { describeTerms } from '../current/describe-terms.ts';
import { EventList } from '../event-list.tsx';
import { RecordBadge, StatusBadge } from '../status-badge.tsx';
import { type Act, DecideDialog } from './decide-dialog.tsx';
import { administeredQuery } from './queries.ts';

/** The subscription of an account with its invoices, and the actions of an administrator. */
export function AdministeredBilling({ username }: { username: string }) {
  const { data, error, isFetching, refetch } = useQuery(administeredQuery(username));
  const [act, setAct] = useState<Act>();
  if (error && !data)
    return (
      <ErrorState
        title="Couldn't load this subscription"
        error={error}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined) return <SkeletonText lines={10} />;
  const { subscription, invoices, events } = data;
  return (
    <div className="flex flex-col gap-6">
      {subscription === null ? (
        <Banner>This account has no subscription.</Banner>
      ) : (
        <section aria-label="Subscription" className="flex flex-col gap-3">
          <KeyValueList
            items={[
              { label: 'Status', value: <StatusBadge status={subscription.status} /> },
              { label: 'Terms', value: describeTerms(subscription) },
              {
                label: subscription.status === 'trial' ? 'Trial ends' : 'Period until',
                value: <Time at={subscription.currentPeriodEnd} format="utc day" />,
              },
              { label: 'Owed', value: formatDollars(subscription.owed) },
              { label: 'Credit', value: formatDollars(subscription.credit) },
              ...(subscription.readOnlySince === null
                ? []
                : [{ label: 'Read-only since', value: <Time at={subscription.readOnlySince} format="utc day" /> }]),
            ]}
          />
          {subscription.status === 'trial' ? (
            <Button className="self-start" onClick={() => setAct({ kind: 'extend', username })}>
              Extend Trial
            </Button>
          ) : null}
        </section>
      )}
      <section aria-label="Invoices">
        <h3 className="mb-1 font-semibold">Invoices</h3>
        {invoices.length === 0 ? <p className="text-muted">None yet.</p> : null}
        <ul className="divide-y divide-line">
          {invoices.map((invoice) => (
            <Invoice key={invoice.id} invoice={invoice} onAct={setAct} />
          ))}
        </ul>
      </section>
      <section aria-label="History">
        <h3 className="mb-1 font-semibold">History</h3>
        <EventList events={events} />
      </section>
      {act === undefined ? null : <DecideDialog act={act} onClose={() => setAct(undefined)} />}
    </div>
  );
}

function Invoice({ invoice, onAct }: { invoice: BillingRecord; onAct: (act: Act) => void }) {
  const { number, state, kind, amount, due, paid } = invoice;
  const isOpen = kind === 'invoice' && (state === 'open' || state === 'uncollectible');
  const acts: readonly { kind: 'credit' | 'void' | 'give up'; label: string; shown: boolean }[] = [
    { kind: 'credit', label: 'Credit', shown: isOpen || (kind === 'invoice' && state === 'paid') },
    { kind: 'void', label: 'Void', shown: isOpen && paid === 0 },
    { kind: 'give up', label: 'Give Up', shown: kind === 'invoice' && state === 'open' },
  ];
  return (
    <li className="flex flex-col gap-2 py-3">
      <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="font-medium tabular">
          {number ?? 'Draft'}
          {kind === 'credit_note' ? <span className="font-normal text-muted"> credit note</span> : null}
        </span>
        <RecordBadge {...invoice} />
      </p>
      <p className="tabular text-13 text-muted">
        {formatDollars(amount)}
        {due > 0 && due < amount ? `, ${formatDollars(due)} left to pay` : ''} ·{' '}
        <Time at={invoice.billingDate} format="utc day" />
      </p>
      <p className="flex flex-wrap gap-2">
        {acts
          .filter(({ shown }) => shown)
          .map((one) => (
            <Button key={one.kind} size="small" onClick={() => onAct({ kind: one.kind, invoice })}>
              {one.label}
              <span className="sr-only"> {number}</span>
            </Button>
          ))}
      </p>
    </li>
  );
}

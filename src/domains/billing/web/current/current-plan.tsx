import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { BillingAccount, Subscription } from '#domains/billing/contract.ts';
import { newestPlan } from '#domains/billing/contract.ts';
import type { User } from '#domains/participants/contract.ts';
import { formatDollars } from '#platform/web/dollars.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { SkeletonText } from '#platform/web/ui/feedback/skeleton.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { KeyValueList } from '#platform/web/ui/value/key-value-list.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import type { SubscriptionTabProps } from '../billing-search.ts';
import { BillingCard } from '../pay/billing-card.tsx';
import { previewQuery } from '../queries.ts';
import { StatusBadge } from '../status-badge.tsx';
import { Team } from '../team/team.tsx';
import { BillingDetails } from './billing-details.tsx';
import { BillingEvents } from './billing-events.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { ChangeCounts } from './change-counts.tsx';
import { ChargeLines } from './charge-lines.tsx';
import { daysInWords } from './days-in-words.ts';
import { describeTerms } from './describe-terms.ts';
import { useChange } from './use-change.ts';

type Props = Pick<SubscriptionTabProps, 'onChange'> & {
  subscription: Subscription;
  account: BillingAccount | undefined;
  user: User;
};

/** The agreed terms, the next invoice, and the actions to change, cancel or resume the subscription. */
export function CurrentPlan({ subscription, account, user, onChange }: Props) {
  const { status, endedAt, trialEnd, cancelAtPeriodEnd, atPeriodEnd } = subscription;
  const [opened, setOpened] = useState<'change' | 'cancel'>();
  const resume = useChange({ title: 'Subscription Resumed', onDone: () => undefined });
  const plan = newestPlan(subscription.planId);
  const close = () => setOpened(undefined);
  const isRunning = endedAt === null;
  const facts: { label: string; value: ReactNode }[] = [
    { label: 'Plan', value: <span className="font-medium">{plan.displayName}</span> },
    { label: 'Status', value: <StatusBadge status={status} /> },
    { label: 'Users', value: formatCount(subscription.userCount) },
    { label: 'Assets', value: formatCount(subscription.assetCount) },
    { label: 'Billing', value: subscription.billingCycle === 'annual' ? 'Annual, 15% off' : 'Monthly' },
    ...(status === 'trial'
      ? [{ label: 'Trial ends', value: <Time at={trialEnd} format="utc day" /> }]
      : [{ label: 'Period', value: daysInWords(subscription.currentPeriodStart, subscription.currentPeriodEnd) }]),
    ...(atPeriodEnd === null || cancelAtPeriodEnd
      ? []
      : [{ label: 'From the next period', value: describeTerms(atPeriodEnd) }]),
    ...(isRunning && cancelAtPeriodEnd
      ? [{ label: 'Ends', value: <Time at={subscription.currentPeriodEnd} format="utc day" /> }]
      : []),
    ...(endedAt === null ? [] : [{ label: 'Ended', value: <Time at={endedAt} format="utc day" /> }]),
    ...(account !== undefined && account.owed > 0
      ? [{ label: 'Left to pay', value: formatDollars(account.owed) }]
      : []),
    ...(account !== undefined && account.credit > 0
      ? [{ label: 'Your credit', value: formatDollars(account.credit) }]
      : []),
  ];
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-5">
        <Card title="Your plan">
          <KeyValueList items={facts} />
          <div className="mt-5 flex flex-wrap gap-2">
            {!isRunning ? (
              <Button variant="primary" onClick={() => onChange({ tab: undefined })}>
                Choose a Plan
              </Button>
            ) : cancelAtPeriodEnd ? (
              <Button
                variant="primary"
                busy={resume.isPending && 'Resuming…'}
                onClick={() => resume.mutate({ body: { cancelAtPeriodEnd: false } })}
              >
                Resume Subscription
              </Button>
            ) : (
              <>
                <Button variant="primary" onClick={() => setOpened('change')}>
                  Change Users or Billing
                </Button>
                <Button onClick={() => onChange({ tab: undefined })}>Change Plan</Button>
                <Button variant="quiet" onClick={() => setOpened('cancel')}>
                  Cancel Subscription
                </Button>
              </>
            )}
          </div>
        </Card>
        <BillingDetails />
        <Team user={user} />
      </div>
      <div className="flex min-w-0 flex-col gap-5">
        {isRunning ? <NextInvoice /> : null}
        <BillingCard />
        <BillingEvents />
      </div>
      {opened === 'change' ? <ChangeCounts subscription={subscription} onClose={close} /> : null}
      {opened === 'cancel' ? <CancelDialog subscription={subscription} onClose={close} /> : null}
    </div>
  );
}

/** The next invoice if nothing changes. */
function NextInvoice() {
  const { data, error } = useQuery(previewQuery({}));
  if (error && !data) return null;
  return (
    <Card title="Next invoice">
      {data === undefined ? (
        <SkeletonText lines={4} />
      ) : data.next === null ? (
        <p className="text-muted">
          {data.endsAt === null ? (
            'There is none.'
          ) : (
            <>
              None: it ends on <Time at={data.endsAt} format="utc day" />.
            </>
          )}
        </p>
      ) : (
        <>
          <p className="mb-2 text-13 text-muted">
            On <Time at={data.next.at} format="utc day" />, as agreed today.
          </p>
          <ChargeLines label="Lines of the next invoice" charge={data.next} />
        </>
      )}
    </Card>
  );
}

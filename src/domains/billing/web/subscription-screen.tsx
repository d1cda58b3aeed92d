import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { canAdministerBilling } from '#domains/billing/contract/capabilities.ts';
import { holds, type User } from '#domains/participants/contract.ts';
import { buttonClass } from '#platform/web/ui/action/button.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { Tabs } from '#platform/web/ui/layout/tabs.tsx';
import { useKeptFocus } from '#platform/web/ui/overlay/use-kept-focus.ts';
import { subscriptionHeading } from './billing-heading.ts';
import type { SubscriptionSearch, SubscriptionTab } from './billing-search.ts';
import { CurrentPlan } from './current/current-plan.tsx';
import { DemoClock } from './current/demo-clock.tsx';
import { BillingHistory } from './history/billing-history.tsx';
import { Notices } from './notice/notices.tsx';
import { PlanList } from './plans/plan-list.tsx';
import { accountQuery, subscriptionQuery } from './queries.ts';
import { Usage } from './usage/usage.tsx';

/** The subscription of the account: the plans, its current plan, its invoices, and its usage. */
export function SubscriptionScreen({ search, user }: { search: SubscriptionSearch; user: User }) {
  const navigate = useNavigate({ from: '/subscription' });
  const onChange = useCallback(
    (next: Partial<SubscriptionSearch>) =>
      void navigate({ search: (now) => ({ ...now, ...next }), replace: true, resetScroll: false }),
    [navigate],
  );
  const { data, error, isFetching, refetch } = useQuery(subscriptionQuery);
  const { data: account } = useQuery(accountQuery);
  const subscription = data?.subscription ?? null;
  const isNone = data !== undefined && subscription === null;
  const wanted = search.tab ?? 'plans';
  const tab = isNone ? 'plans' : wanted;
  // A started trial or a change opens another tab, without the button that was pressed.
  const tabs = useKeptFocus<HTMLDivElement>();
  const waiting = <Skeleton className="h-96 rounded-12" />;
  return (
    <div className="page-width">
      <title>Subscription · Cairn</title>
      <PageHeader
        {...subscriptionHeading}
        actions={
          holds(user, canAdministerBilling) ? (
            <Link to="/admin/subscriptions" className={buttonClass()}>
              All subscriptions
            </Link>
          ) : undefined
        }
      />
      <Notices subscription={subscription} account={account} wantedTab={isNone ? wanted : undefined} />
      {account?.clockCanMove && subscription !== null ? <DemoClock now={account.now} /> : null}
      {error && !data ? (
        <ErrorState
          title="Couldn't load your subscription"
          error={error}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <div ref={tabs} tabIndex={-1} className="outline-none">
          <Tabs
            label="Subscription"
            value={tab}
            onValueChange={(next) => onChange({ tab: next === 'plans' ? undefined : (next as SubscriptionTab) })}
            tabs={[
              {
                value: 'plans',
                label: 'Available Plans',
                content: data === undefined ? waiting : <PlanList {...{ search, onChange, subscription, account }} />,
              },
              {
                value: 'current',
                label: 'Current Plan',
                disabled: subscription === null,
                content:
                  subscription === null ? waiting : <CurrentPlan {...{ subscription, account, user, onChange }} />,
              },
              {
                value: 'history',
                label: 'Billing History',
                disabled: subscription === null,
                content: subscription === null ? waiting : <BillingHistory {...{ search, onChange }} />,
              },
              {
                value: 'usage',
                label: 'Usage',
                disabled: subscription === null,
                content: subscription === null ? waiting : <Usage {...{ search, onChange }} />,
              },
            ]}
          />
        </div>
      )}
    </div>
  );
}

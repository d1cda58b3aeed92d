import { Link } from '@tanstack/react-router';
import type { BillingAccount, Subscription } from '#domains/billing/contract.ts';
import { buttonClass } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import type { SubscriptionTab } from '../billing-search.ts';
import { LeaveTeam } from '../team/leave-team.tsx';
import { Unpaid } from './unpaid.tsx';

type Props = {
  subscription: Subscription | null;
  account: BillingAccount | undefined;
  /** The tab in the URL, if it needs a subscription and there is none. */
  wantedTab: SubscriptionTab | undefined;
};

/** The notices about the subscription of an account, the most urgent first. */
export function Notices({ subscription, account, wantedTab }: Props) {
  const isTrial = subscription?.status === 'trial' && subscription.trialEnd !== null;
  const isEnding = subscription !== null && subscription.endedAt === null && subscription.cancelAtPeriodEnd;
  return (
    <div className="mb-5 flex flex-col gap-3 empty:mb-0">
      {account === undefined || account.overdue === 0 ? null : <Unpaid account={account} />}
      {account !== undefined && !account.enabled ? (
        <Banner>This server does not bill. All features are open, without limits.</Banner>
      ) : null}
      {account !== undefined && account.paidBy !== null ? (
        <Banner action={<LeaveTeam />}>
          <strong>{account.paidBy}</strong> pays for you. To have a subscription of your own, leave the team first.
        </Banner>
      ) : wantedTab !== undefined && wantedTab !== 'plans' ? (
        <Banner>You have no subscription yet. Choose a plan to start a free trial.</Banner>
      ) : null}
      {isEnding ? (
        <Banner
          kind="warning"
          action={
            <Link to="/subscription" search={{ tab: 'current' }} className={buttonClass('secondary', 'small')}>
              Resume
            </Link>
          }
        >
          Your subscription ends at the period end, on <Time at={subscription.currentPeriodEnd} format="utc day" />.
          Everything recorded stays readable.
        </Banner>
      ) : isTrial ? (
        <Banner
          action={
            account?.hasDetails === false ? (
              <Link
                to="/subscription"
                search={{ tab: 'current' }}
                hash="billing-details"
                className={buttonClass('secondary', 'small')}
              >
                Add Billing Details
              </Link>
            ) : undefined
          }
        >
          Your trial ends on <Time at={subscription.trialEnd} format="utc day" />.{' '}
          {account?.hasDetails === false
            ? 'Without billing details it ends then, and nothing is charged.'
            : 'Your subscription begins then, with its first invoice.'}
        </Banner>
      ) : null}
      {subscription?.status === 'expired' ? (
        <Banner>
          Your trial ended on <Time at={subscription.endedAt} format="utc day" />, and nothing was charged. Choose a
          plan to subscribe.
        </Banner>
      ) : null}
      {subscription?.status === 'cancelled' && subscription.endedAt !== null ? (
        <Banner>
          Your subscription ended on <Time at={subscription.endedAt} format="utc day" />. Choose a plan to subscribe
          again.
        </Banner>
      ) : null}
    </div>
  );
}

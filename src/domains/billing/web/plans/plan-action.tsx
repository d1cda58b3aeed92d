import type { BillingAccount, Plan, Subscription } from '#domains/billing/contract.ts';
import { Button, buttonClass } from '#platform/web/ui/action/button.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import type { SetUp } from '../estimate/estimate.ts';

type Props = {
  plan: Plan;
  /** Ascending by rank. */
  plans: readonly Plan[];
  subscription: Subscription | null;
  account: BillingAccount | undefined;
  setUp: SetUp;
  tooSmall: string | undefined;
  starting: boolean;
  onTrial: () => void;
  onChange: () => void;
};

/** The one action that a plan has for the account: start the trial, change to it, or write to sales. */
export function PlanAction({ plan, plans, subscription, account, tooSmall, starting, onTrial, onChange }: Props) {
  const name = plan.displayName;
  if (plan.customPricing)
    return account?.contact ? (
      <a
        href={`mailto:${account.contact}?subject=${encodeURIComponent(`Cairn ${name}`)}`}
        className={`${buttonClass()} w-full`}
      >
        Contact Sales
      </a>
    ) : (
      <>
        <Button className="w-full" disabled>
          Contact Sales
        </Button>
        {account === undefined ? null : (
          <p className="mt-2 text-12 text-muted">This server has no address for sales. Ask its operator.</p>
        )}
      </>
    );
  const isOff = account === undefined || !account.enabled || account.paidBy !== null || tooSmall !== undefined;
  if (subscription === null || subscription.endedAt !== null) {
    // A member of a team has no trial now, and may have one after leaving it.
    const isMember = account !== undefined && account.paidBy !== null;
    const canTry = subscription === null && (account === undefined || account.canTry || isMember);
    return (
      <Button
        variant={plan.id === 'starter' ? 'primary' : 'secondary'}
        className="w-full"
        disabled={isOff}
        busy={starting && 'Starting…'}
        onClick={canTry ? onTrial : onChange}
      >
        {canTry ? 'Start Free Trial' : `Subscribe to ${name}`}
      </Button>
    );
  }
  if (subscription.planId === plan.id)
    return (
      <Button className="w-full" disabled>
        Current Plan
      </Button>
    );
  const rankOf = (id: Plan['id']) => plans.findIndex((one) => one.id === id);
  const isSmaller = rankOf(plan.id) < rankOf(subscription.planId);
  return (
    <>
      <Button
        variant={isSmaller ? 'secondary' : 'primary'}
        className="w-full"
        disabled={isOff}
        onClick={onChange}
        aria-describedby={isSmaller ? `${plan.id}-is-smaller` : undefined}
      >
        Upgrade to {name}
      </Button>
      {isSmaller ? (
        <p id={`${plan.id}-is-smaller`} className="mt-2 text-12 text-muted">
          A smaller plan than yours:{' '}
          {subscription.status === 'trial' ? (
            'it applies immediately, like all changes in a trial.'
          ) : (
            <>
              it applies from <Time at={subscription.currentPeriodEnd} format="utc day" /> on.
            </>
          )}
        </p>
      ) : null}
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BillingAccount, Plan, Subscription } from '#domains/billing/contract.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import type { SubscriptionTabProps } from '../billing-search.ts';
import { ChangeDialog } from '../current/change-dialog.tsx';
import { setUpOf, startOf } from '../estimate/estimate.ts';
import { Estimator } from '../estimate/estimator.tsx';
import { PriceComparison } from '../estimate/price-comparison.tsx';
import { plansQuery } from '../queries.ts';
import { PlanCard } from './plan-card.tsx';
import { useStartTrial } from './use-start-trial.ts';

type Props = SubscriptionTabProps & {
  subscription: Subscription | null;
  /** Undefined while it loads, or if it cannot be read: then nothing can be started. */
  account: BillingAccount | undefined;
};

/** The plans on offer with their prices for the set-up of the estimator, and the action for each of them. */
export function PlanList({ search, onChange, subscription, account }: Props) {
  const { data, error, isFetching, refetch } = useQuery(plansQuery);
  const [chosen, setChosen] = useState<Plan>();
  const trial = useStartTrial(() => onChange({ tab: 'current' }));
  const start = startOf(subscription);
  const setUp = setUpOf(search, start);
  if (error && !data)
    return (
      <ErrorState title="Couldn't load the plans" error={error} retrying={isFetching} onRetry={() => void refetch()} />
    );
  return (
    <div className="flex flex-col gap-5">
      <Estimator search={search} onChange={onChange} start={start} />
      <ul aria-label="Plans" className="grid gap-5 md:grid-cols-2 xl:grid-cols-4">
        {data === undefined
          ? ['starter', 'professional', 'business', 'enterprise'].map((id) => (
              <li key={id}>
                <Skeleton className="h-120 rounded-12" />
              </li>
            ))
          : data.plans.map((plan) => (
              <li key={plan.id} className="flex">
                <PlanCard
                  plan={plan}
                  plans={data.plans}
                  {...{ setUp, subscription, account }}
                  starting={trial.isPending && trial.variables.body.planId === plan.id}
                  onTrial={() => trial.start(plan.id, setUp)}
                  onChange={() => setChosen(plan)}
                />
              </li>
            ))}
      </ul>
      {data === undefined ? null : <PriceComparison plans={data.plans} setUp={setUp} />}
      {chosen === undefined ? null : (
        <ChangeDialog
          change={{
            planId: chosen.id,
            billingCycle: setUp.cycle,
            userCount: setUp.users,
            assetCount: setUp.assets,
          }}
          title={subscription?.endedAt ? `Subscribe to ${chosen.displayName}` : `Change to ${chosen.displayName}`}
          onDone={() => {
            setChosen(undefined);
            onChange({ tab: 'current' });
          }}
          onCancel={() => setChosen(undefined)}
        />
      )}
    </div>
  );
}

import { Check } from 'lucide-react';
import { type BillingAccount, describeProduct, type Plan, type Subscription } from '#domains/billing/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import { formatDollars } from '#platform/web/dollars.ts';
import { formatCounted } from '#platform/web/format-number.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { AmountList } from '#platform/web/ui/value/amount-list.tsx';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { estimateOf, monthOf, type SetUp, whyTooSmall } from '../estimate/estimate.ts';
import { Money } from '../money.tsx';
import { PlanAction } from './plan-action.tsx';

type Props = {
  plan: Plan;
  plans: readonly Plan[];
  setUp: SetUp;
  subscription: Subscription | null;
  account: BillingAccount | undefined;
  starting: boolean;
  onTrial: () => void;
  onChange: () => void;
};

/** A plan: its price for the set-up, line by line, its limits, and the button for the account's state. */
export function PlanCard({ plan, plans, setUp, subscription, account, ...acts }: Props) {
  const isCurrent = subscription !== null && subscription.endedAt === null && subscription.planId === plan.id;
  const tooSmall = whyTooSmall(plan, setUp);
  return (
    <Card
      title={plan.displayName}
      description={plan.description}
      action={isCurrent ? <Badge tone="teal">Yours</Badge> : null}
      className="flex w-full flex-col [&>div]:flex [&>div]:flex-1 [&>div]:flex-col md:[&>header]:min-h-18"
    >
      {plan.customPricing ? (
        <Agreed />
      ) : tooSmall === undefined ? (
        <Price plan={plan} setUp={setUp} />
      ) : (
        <p data-tone="amber" className="text-tone-ink md:min-h-38">
          {tooSmall}.
        </p>
      )}
      <p className="mt-4 mb-2 text-13 text-muted">
        {plan.maxUsers === null
          ? 'Users and assets as agreed'
          : `Up to ${formatCounted(plan.maxUsers, 'user')}${
              plan.maxAssets === null ? '' : ` and ${formatCounted(plan.maxAssets, 'asset')}`
            }`}
      </p>
      <ul className="mb-5 flex flex-col gap-1.5 text-13">
        {plan.features.map((feature) => (
          <li key={feature} className="flex items-start gap-2">
            <Check aria-hidden="true" size={14} className="mt-0.75 shrink-0 text-accent-ink" />
            {feature}
          </li>
        ))}
      </ul>
      <div className="mt-auto">
        <PlanAction {...{ plan, plans, subscription, account, setUp }} tooSmall={tooSmall} {...acts} />
      </div>
    </Card>
  );
}

function Price({ plan, setUp }: { plan: Plan; setUp: SetUp }) {
  const { lines, cents, saved } = estimateOf(plan.id, setUp);
  const isAnnual = setUp.cycle === 'annual';
  return (
    <div className="md:min-h-38">
      <p className="tabular text-24 font-semibold wrap-anywhere">
        {formatCents(cents)} <span className="text-13 font-normal text-muted">{isAnnual ? 'a year' : 'a month'}</span>
      </p>
      <p className="mb-2 text-13 text-muted">
        {isAnnual
          ? `${formatCents(monthOf(cents, 'annual'))} a month; saves ${formatCents(saved)}`
          : `${formatDollars(plan.pricePerUserMonth)} a user, ${formatDollars(plan.pricePerAssetMonth)} an asset`}
      </p>
      <AmountList
        label={`Price of ${plan.displayName}`}
        items={lines.map((line) => ({ label: describeProduct(line), value: <Money cents={line.cents} /> }))}
      />
    </div>
  );
}

const Agreed = () => (
  <div className="md:min-h-38">
    <p className="text-24 font-semibold">Custom</p>
    <p className="text-13 text-pretty text-muted">A price for your volumes, agreed with you.</p>
  </div>
);

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { type PlanVersion, plansOnOffer } from '#domains/billing/contract/plans.ts';
import { healthQuery } from '#domains/observability/web/index.ts';
import { formatCents } from '#platform/contract/money.ts';
import { formatCounted } from '#platform/web/format-number.ts';
import { buttonClass } from '#platform/web/ui/action/button.tsx';
import { SignUpLink } from './start-links.tsx';

/** Lists the plans with the price of a user and an asset, or states that this server charges nothing. */
export function LandingPricing() {
  const { data } = useQuery(healthQuery);
  const isBilled = data?.billing !== false;
  return (
    <section id="pricing" aria-labelledby="pricing-title" className="page-width scroll-mt-16 pb-16">
      <h2 id="pricing-title" className="text-24 sm:text-32">
        Pay for users and assets
      </h2>
      <p className="mt-3 max-w-[60ch] text-pretty text-muted">
        {isBilled
          ? 'Events, verification and exports are not counted. Billed by the month, or by the year for 15% less.'
          : 'This server charges nothing and has no plans.'}
      </p>
      {isBilled ? <Plans /> : null}
    </section>
  );
}

const Plans = () => (
  <>
    <ul className="mt-8 grid border-t border-line sm:grid-cols-2 lg:grid-cols-4">
      {plansOnOffer.map((plan) => (
        <PlanColumn key={plan.id} plan={plan} />
      ))}
    </ul>
    <div className="mt-8 flex flex-wrap gap-3">
      <SignUpLink />
      <Link to="/subscription" className={buttonClass('secondary', 'large')}>
        Estimate Your Price
      </Link>
    </div>
  </>
);

function PlanColumn({ plan }: { plan: PlanVersion }) {
  const { displayName, description, customPricing, userCents, assetCents, maxUsers, maxAssets, features } = plan;
  return (
    <li className="flex flex-col border-b border-line py-6 sm:pr-6 sm:max-lg:even:pl-6 lg:not-first:border-l lg:not-first:pl-6">
      <h3 className="text-16 font-semibold">{displayName}</h3>
      <p className="mt-1 text-14 text-pretty text-muted lg:min-h-15">{description}</p>
      <p className="tabular mt-4 text-24 font-semibold">{customPricing ? 'Custom' : formatCents(userCents)}</p>
      <p className="text-13 text-muted">
        {customPricing
          ? 'A price for your volumes, agreed with you'
          : `a user and month, and ${formatCents(assetCents)} an asset`}
      </p>
      <p className="mt-3 text-13">
        {customPricing
          ? 'Users and assets as agreed'
          : `Up to ${formatCounted(maxUsers, 'user')} and ${formatCounted(maxAssets, 'asset')}`}
      </p>
      <ul className="mt-4 flex flex-col gap-1.5 text-13 text-muted">
        {features.map((feature) => (
          <li key={feature} className="flex items-start gap-2">
            <Check aria-hidden="true" size={14} className="mt-0.75 shrink-0 text-faint" />
            {feature}
          </li>
        ))}
      </ul>
    </li>
  );
}

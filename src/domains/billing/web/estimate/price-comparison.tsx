import type { Plan } from '#domains/billing/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import { formatDollars } from '#platform/web/dollars.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { estimateOf, type SetUp, whyTooSmall } from './estimate.ts';

/** The plans with a price side by side: the price of a unit, the limits, and the price of the set-up by month and by year. */
export function PriceComparison({ plans, setUp }: { plans: readonly Plan[]; setUp: SetUp }) {
  const priced = plans.filter(({ customPricing }) => !customPricing);
  const monthly = { ...setUp, cycle: 'monthly' } as const;
  const annual = { ...setUp, cycle: 'annual' } as const;
  const rows: readonly { label: string; of: (plan: Plan) => string; strong?: boolean }[] = [
    { label: 'A user and month', of: ({ pricePerUserMonth }) => formatDollars(pricePerUserMonth) },
    { label: 'An asset and month', of: ({ pricePerAssetMonth }) => formatDollars(pricePerAssetMonth) },
    { label: 'Users, at most', of: ({ maxUsers }) => (maxUsers === null ? 'As agreed' : formatCount(maxUsers)) },
    { label: 'Assets, at most', of: ({ maxAssets }) => (maxAssets === null ? 'As agreed' : formatCount(maxAssets)) },
    { label: 'Billed monthly, a month', of: priceIn(monthly), strong: true },
    { label: 'Billed monthly, 12 months', of: priceIn(monthly, 12) },
    { label: 'Billed annually, a year', of: priceIn(annual), strong: true },
    { label: 'Saved a year', of: (plan) => (fits(plan) ? formatCents(estimateOf(plan.id, annual).saved) : '–') },
  ];
  const fits = (plan: Plan) => whyTooSmall(plan, setUp) === undefined;
  return (
    <Card flush title="Compare plans" description="For the numbers of the estimator, without tax.">
      <div className="overflow-x-auto pb-2">
        <table className="tabular w-full min-w-80 text-13">
          <thead>
            <tr className="text-muted">
              <td className="py-1.5 pl-5" />
              {priced.map(({ id, displayName }) => (
                <th key={id} scope="col" className="px-2 py-1.5 text-right font-medium last:pr-5">
                  {displayName}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, of, strong }) => (
              <tr key={label} className={`border-t border-line ${strong ? 'font-medium' : ''}`}>
                <th scope="row" className="py-2 pl-5 text-left font-normal text-muted">
                  {label}
                </th>
                {priced.map((plan) => (
                  <td key={plan.id} className="px-2 py-2 text-right last:pr-5">
                    {of(plan)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

const priceIn =
  (setUp: SetUp, times = 1) =>
  (plan: Plan): string =>
    whyTooSmall(plan, setUp) === undefined ? formatCents(estimateOf(plan.id, setUp).cents * times) : 'Too small';

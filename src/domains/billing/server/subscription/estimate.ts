import {
  describeLine,
  dollarsOf,
  type estimatePrice,
  periodLines,
  plansOnOffer,
  sumOf,
} from '#domains/billing/contract.ts';
import type { QueryIn, ResponseOut } from '#platform/contract/route.ts';

/** A period of any length costs the same, so one second represents it. */
const A_PERIOD = { start: 0, end: 1 };

/** Returns the price of each plan for these users and assets, by the engine that prices invoices. Pure. */
export function estimate({
  users,
  assets,
  billingCycle,
}: QueryIn<typeof estimatePrice>): ResponseOut<typeof estimatePrice> {
  return {
    estimates: plansOnOffer.map((plan) => {
      const lines = plan.customPricing ? [] : periodLines({ plan, cycle: billingCycle, users, assets }, A_PERIOD);
      return {
        planId: plan.id,
        fits: users <= plan.maxUsers && assets <= plan.maxAssets,
        lines: lines.map((line) => ({ text: describeLine(line), amount: dollarsOf(line.cents) })),
        amount: plan.customPricing ? null : dollarsOf(sumOf(lines)),
      };
    }),
  };
}

import { formatCents } from '#platform/contract/money.ts';
import type { PriceLine } from './pricing.ts';

const units = { users: ['user', 'users'], assets: ['asset', 'assets'] } as const;

/** Returns the product that is the price of a whole period: 10 users × $15.00 a month × 12 months × 0.85. */
export function describeProduct({ part, terms, quantity, unitCents }: PriceLine): string {
  const unit = units[part][quantity === 1 ? 0 : 1];
  const month = `${quantity.toLocaleString('en-US')} ${unit} × ${formatCents(unitCents)} a month`;
  return terms.cycle === 'annual' ? `${month} × 12 months × 0.85` : month;
}

/**
 * Explains a line of an invoice: the plan, how many units at which price, and for which period. `Starter: 10 users × $15.00 a month × 12 months × 0.85`.
 * The prices and counts in it give its amount.
 */
export function describeLine(line: PriceLine): string {
  const text = `${line.terms.plan.displayName}: ${describeProduct(line)}`;
  if (line.kind === 'unused') return `${text}, unused rest of the period`;
  return line.kind === 'rest' ? `${text}, rest of the period` : text;
}

import { formatCents } from '#platform/contract/money.ts';
import type { PriceLine } from './pricing.ts';

const units = { users: ['user', 'users'], assets: ['asset', 'assets'] } as const;

/**
 * Explains a line: how many units at which price, and for what time. `Starter: 10 users × $15.00 a month × 12 months − 15 %`. The prices
 * and counts in it give its amount.
 */
export function describeLine({ part, kind, terms, quantity, unitCents }: PriceLine): string {
  const unit = units[part][quantity === 1 ? 0 : 1];
  const price = `${quantity.toLocaleString('en-US')} ${unit} × ${formatCents(unitCents)} a month`;
  const text = `${terms.plan.displayName}: ${price}${terms.cycle === 'annual' ? ' × 12 months − 15 %' : ''}`;
  if (kind === 'unused') return `${text}, unused rest of the period`;
  return kind === 'rest' ? `${text}, rest of the period` : text;
}

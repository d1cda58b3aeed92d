import { z } from 'zod';

/** The largest amount of money: a thousand billion dollars in cents, exact in JSON. */
export const CENTS_MAX = 100_000_000_000_000;

/** An amount of money in whole cents, zero or more. */
export const Cents = z.int().min(0).max(CENTS_MAX).meta({ id: 'Cents' });

/** Reports whether a number of a request has at most two decimals: JSON parses those to the binary fraction nearest to whole hundredths. */
export const hasTwoDecimals = (value: number): boolean => Math.round(value * 100) / 100 === value;

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Formats whole cents as dollars: 123450 → $1,234.50. Exact for every safe integer. */
export function formatCents(cents: number): string {
  const whole = Math.trunc(Math.abs(cents) / 100);
  const rest = Math.abs(cents) % 100;
  const text = dollars.format(whole).replace(/00$/, String(rest).padStart(2, '0'));
  return cents < 0 ? `-${text}` : text;
}

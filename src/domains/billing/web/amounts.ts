import { formatCents } from '#platform/contract/money.ts';

/** Returns the cents of an amount of the API, which is in dollars with at most two decimals. */
export const centsOf = (dollars: number): number => Math.round(dollars * 100);

/** Formats an amount of the API: $1,250.00. */
export const formatDollars = (dollars: number): string => formatCents(centsOf(dollars));

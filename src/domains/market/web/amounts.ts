/** Formats cents as typed into a field: 1250.50, and 250 for whole dollars. */
export const typedDollars = (cents: number): string =>
  cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);

/** Formats a part of all shares with one decimal. A part that would round to zero is described. */
export const formatPart = (shares: number, all: number): string => formatPercentage((shares / all) * 100);

/** Formats a holder's percentage of shares, with one decimal. */
export const formatPercentage = (percentage: number): string =>
  percentage < 0.05 ? 'less than 0.1%' : `${percentage.toFixed(1)}%`;

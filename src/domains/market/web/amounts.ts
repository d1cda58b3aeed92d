/** Formats cents as people type them into a field: 1250.50, and 250 for whole dollars. */
export const typedDollars = (cents: number): string =>
  cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);

/** Formats a part of all shares with one decimal. A part that would read as nothing is named. */
export const formatPart = (shares: number, all: number): string => formatPercentage((shares / all) * 100);

/** Formats a percentage of shares that somebody has, with one decimal. */
export const formatPercentage = (percentage: number): string =>
  percentage < 0.05 ? 'less than 0.1%' : `${percentage.toFixed(1)}%`;

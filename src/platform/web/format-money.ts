const rounded = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
});

/** Formats cents as rounded dollars for a headline: $45.7M. Show the exact amount next to it. */
export const formatRoundDollars = (cents: number): string => rounded.format(cents / 100);

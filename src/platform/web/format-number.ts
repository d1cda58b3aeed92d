const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });

/** A count with the reader's own separators: 1,204. */
export function formatCount(value: number): string {
  return whole.format(value);
}

/** A share of one as a percentage: 0.9971 → 99.7%. Never rounds up to 100% what is not whole. */
export function formatShare(share: number, digits = 1): string {
  const factor = 10 ** (digits + 2);
  const rounded = share < 1 ? Math.min(Math.round(share * factor), factor - 1) / factor : share;
  return new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: digits }).format(rounded);
}

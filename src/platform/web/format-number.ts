const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });
const compact = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });
const bytes = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** A count with the reader's own separators: 1,204. */
export function formatCount(value: number): string {
  return whole.format(value);
}

/** A count in few characters: 1.2K. */
export function formatCompact(value: number): string {
  return compact.format(value);
}

/** A share of one as a percentage: 0.9971 → 99.7%. Never rounds up to 100% what is not whole. */
export function formatShare(share: number, digits = 1): string {
  const factor = 10 ** (digits + 2);
  const rounded = share < 1 ? Math.min(Math.round(share * factor), factor - 1) / factor : share;
  return new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: digits }).format(rounded);
}

/** Money from integer cents: 123456 → $1,234.56. */
export function formatCents(cents: number, currency = 'USD'): string {
  return new Intl.NumberFormat(undefined, { style: 'currency', currency }).format(cents / 100);
}

/** A size in bytes, in the unit that reads best: 48 kB. */
export function formatBytes(size: number): string {
  const power = size < 1 ? 0 : Math.min(Math.floor(Math.log10(size) / 3), bytes.length - 1);
  const unit = bytes[power] ?? 'byte';
  return new Intl.NumberFormat(undefined, { style: 'unit', unit, maximumFractionDigits: power === 0 ? 0 : 1 }).format(
    size / 1000 ** power,
  );
}

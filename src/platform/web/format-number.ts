const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });

/** Formats a count with the reader's separators: 1,204. */
export function formatCount(value: number | bigint): string {
  return whole.format(value);
}

const plural = new Intl.PluralRules('en');

/** Formats a count with its noun: 1 block, 2 blocks. `many` is for irregular plurals. */
export function formatCounted(count: number | bigint, one: string, many?: string): string {
  return `${formatCount(count)} ${nounFor(count, one, many)}`;
}

/** Returns the form of a noun for a count elsewhere in the sentence. */
export function nounFor(count: number | bigint, one: string, many = `${one}s`): string {
  return plural.select(Number(count)) === 'one' ? one : many;
}

/** Formats a fraction as a percentage: 0.9971 → 99.7%. Never rounds up to 100%. */
export function formatShare(share: number, digits = 1): string {
  const factor = 10 ** (digits + 2);
  const rounded = share < 1 ? Math.min(Math.round(share * factor), factor - 1) / factor : share;
  return new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: digits }).format(rounded);
}

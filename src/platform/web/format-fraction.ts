const percent = new Intl.NumberFormat(undefined, {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/**
 * Formats a part of an ownership as a percentage with one decimal: 1/2 → 50.0%, 1 → 100.0%. A part never reads as all or as nothing:
 * 0.9999 → 99.9%, 0.0001 → <0.1%.
 */
export function formatFraction(part: number): string {
  if (part > 0 && part < 0.001) return `<${percent.format(0.001)}`;
  return percent.format(part < 1 ? Math.min(Math.round(part * 1000) / 1000, 0.999) : part);
}

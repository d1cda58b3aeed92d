const tenths = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });
const hundredths = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 });

/** Formats a duration in its largest fitting unit: 0.42 ms, 38.2 ms, 1.5 s, 12 min, 2.6 h. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 10) return `${hundredths.format(milliseconds)} ms`;
  if (milliseconds < 1000) return `${tenths.format(milliseconds)} ms`;
  if (milliseconds < 120_000) return `${tenths.format(milliseconds / 1000)} s`;
  if (milliseconds < 7_200_000) return `${tenths.format(milliseconds / 60_000)} min`;
  return `${tenths.format(milliseconds / 3_600_000)} h`;
}

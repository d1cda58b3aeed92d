import { formatCalendarDay } from '#platform/web/format-day.ts';
import type { AuditFilter } from './audit-search.ts';

/** Returns the sentence that describes the filtered log. */
export function describeFilter({ clock, from, to, participant, asset, domain, anomalous }: AuditFilter): string {
  const parts = [
    from && to
      ? `from ${formatCalendarDay(from)} to ${formatCalendarDay(to)}`
      : from
        ? `since ${formatCalendarDay(from)}`
        : to
          ? `up to ${formatCalendarDay(to)}`
          : undefined,
    participant && `by ${participant}`,
    asset && `on ${asset}`,
    domain && `in ${domain}`,
  ].filter(Boolean);
  const all = anomalous ? 'All uncorrected anomalies' : 'All entries';
  if (clock !== 'happened') {
    if (parts.length === 0) return all;
    return `${anomalous ? 'Uncorrected anomalies recorded' : 'Recorded'} ${parts.join(', ')}`;
  }
  const what = anomalous ? 'Uncorrected anomalies' : 'Entries';
  if (from || to) return `${what} that happened ${parts.join(', ')}`;
  return `${parts.length === 0 ? all : `${what} ${parts.join(', ')}`}, by when they happened`;
}

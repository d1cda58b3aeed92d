const calendarDay = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const dayMilliseconds = 86_400_000;

/** Formats a UTC day, `YYYY-MM-DD`, in the reader's locale. It is the same day in every time zone. */
export function formatCalendarDay(day: string): string {
  return calendarDay.format(Date.parse(day));
}

/** Formats consecutive UTC days without repeating the common parts: 'Mar 1 – 7, 2026'. */
export function formatCalendarDays(from: string, to: string): string {
  return calendarDay.formatRange(Date.parse(from), Date.parse(to));
}

/** Returns the UTC day of an instant in milliseconds: `YYYY-MM-DD`. */
export function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}

/** Returns the UTC day that is `days` after another one, or before it if negative. */
export function dayAfter(day: string, days: number): string {
  return dayOf(Date.parse(day) + days * dayMilliseconds);
}

/** Counts the UTC days of a period, both ends included. */
export function daysIn({ from, to }: { readonly from: string; readonly to: string }): number {
  return (Date.parse(to) - Date.parse(from)) / dayMilliseconds + 1;
}

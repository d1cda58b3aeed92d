const DAY = 86_400_000;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const month = `(${months.join('|')})[a-z]*\\.?`;

/** Returns the days (UTC) that a text states, `YYYY-MM-DD`. A day without a year belongs to `year`. "Today" and "yesterday" are relative to `today`. */
export function daysIn(text: string, today: string): string[] {
  const year = today.slice(0, 4);
  const named = (day: string, name: string, of = year) =>
    `${of}-${String(months.findIndex((one) => one.toLowerCase() === name.slice(0, 3).toLowerCase()) + 1).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return [
    ...[...text.matchAll(/\d{4}-\d{2}-\d{2}/g)].map(([day]) => day),
    ...[...text.matchAll(new RegExp(`\\b${month} (\\d{1,2})(?:st|nd|rd|th)?(?:, (\\d{4}))?\\b`, 'giu'))].map(
      ([, name = '', day = '', of]) => named(day, name, of),
    ),
    ...[...text.matchAll(new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)? ${month}(?: (\\d{4}))?\\b`, 'giu'))].map(
      ([, day = '', name = '', of]) => named(day, name, of),
    ),
    ...(/\btoday\b/i.test(text) ? [today] : []),
    ...(/\byesterday\b/i.test(text) ? [new Date(Date.parse(today) - DAY).toISOString().slice(0, 10)] : []),
  ];
}

export const DAY = 86_400_000;

/** Returns the first and the last day of the week, month, quarter or year around an instant. */
export function unitAround(unit: string, instant: number): [number, number] {
  const date = new Date(instant);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  if (unit === 'week') {
    const monday = Date.UTC(year, month, date.getUTCDate()) - ((date.getUTCDay() + 6) % 7) * DAY;
    return [monday, monday + 6 * DAY];
  }
  if (unit === 'month') return [Date.UTC(year, month, 1), Date.UTC(year, month + 1, 0)];
  if (unit === 'quarter') return [Date.UTC(year, month - (month % 3), 1), Date.UTC(year, month - (month % 3) + 3, 0)];
  return [Date.UTC(year, 0, 1), Date.UTC(year, 11, 31)];
}

function yearOf(year: string | undefined, month: number, now: number): number {
  if (year !== undefined) return Number(year);
  const today = new Date(now);
  return month > today.getUTCMonth() ? today.getUTCFullYear() - 1 : today.getUTCFullYear();
}

const monthNumber = (name: string) =>
  ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'].indexOf(name.slice(0, 3));

export function monthIn(name: string, year: string | undefined, now: number): [number, number] {
  const month = monthNumber(name);
  return unitAround('month', Date.UTC(yearOf(year, month, now), month, 1));
}

export function dayIn(day: string, name: string, year: string | undefined, now: number): number {
  const month = monthNumber(name);
  const at = Date.UTC(yearOf(year, month, now), month, Number(day));
  return year === undefined && at > now ? Date.UTC(yearOf(year, month, now) - 1, month, Number(day)) : at;
}

export function weekOf(nth: string, [from, to]: readonly [number, number]): [number, number] {
  const at = ['first', 'second', 'third', 'fourth'].indexOf(nth);
  return nth === 'last' || at < 0 ? [to - 6 * DAY, to] : [from + at * 7 * DAY, from + (at * 7 + 6) * DAY];
}

export function quarterOf(quarter: number, year: string | undefined, now: number): [number, number] {
  const month = (quarter - 1) * 3;
  return unitAround('quarter', Date.UTC(yearOf(year, month, now), month, 1));
}

/** The end of a range comes after its beginning, even if it lies ahead. */
export const upTo = (from: number, to: number): [number, number] => [from, from <= to ? to : to + 365 * DAY];

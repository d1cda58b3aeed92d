import { nice, ticks } from 'd3-array';
import { dayAfter, daysIn } from '../../format-day.ts';

/** The numbers of a UTC day, in the order of a chart's series. */
export type DayCounts = { readonly day: string; readonly counts: readonly number[] };
/** The sums of consecutive UTC days, both ends included. */
export type BarSlot = { readonly from: string; readonly to: string; readonly counts: readonly number[] };

/** More bars than that are too thin to point at. */
const barsMax = 92;
const weekDays = 7;

/** Returns a bar for each day, or for each week that ends on the weekday of the last day if there are too many days. */
export function slotsOf(days: readonly DayCounts[]): BarSlot[] {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  if (days.length <= barsMax) return days.map(({ day, counts }) => ({ from: day, to: day, counts }));
  const weeks = Math.ceil(daysIn({ from: first.day, to: last.day }) / weekDays);
  return Array.from({ length: weeks }, (_, n) => {
    const to = dayAfter(last.day, (n + 1 - weeks) * weekDays);
    const from = n === 0 ? first.day : dayAfter(to, 1 - weekDays);
    return { from, to, counts: sumOf(days.filter(({ day }) => from <= day && day <= to)) };
  });
}

/** Returns the round whole numbers of an axis for counts up to `most`, from 0 to a number that is at least `most`. */
export function axisOf(most: number): { top: number; marks: readonly number[] } {
  const [, top] = nice(0, Math.max(most, 1), 3);
  return { top, marks: ticks(0, top, 3).filter(Number.isInteger) };
}

const sumOf = (days: readonly DayCounts[]) =>
  (days[0]?.counts ?? []).map((_, n) => days.reduce((sum, { counts }) => sum + (counts[n] ?? 0), 0));

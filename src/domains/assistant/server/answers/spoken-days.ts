import { unitAround } from '../engine/calendar.ts';

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
/** The first day of a period without a beginning. */
const NO_BEGINNING = '1970-01-01';

/**
 * Phrases the days from `from` to `to` (`YYYY-MM-DD`, UTC, both included) as people do: a day, a month, a year, or from
 * one day to another. The preposition joins them to a sentence; it is empty where the words have their own.
 */
export function spokenDays({
  from = NO_BEGINNING,
  to = NO_BEGINNING,
}: {
  from?: string | undefined;
  to?: string | undefined;
}): {
  readonly preposition: 'on' | 'in' | '';
  readonly words: string;
} {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  if (from === to) return { preposition: 'on', words: day.format(first) };
  if (from === NO_BEGINNING) return { preposition: '', words: `until ${day.format(last)}` };
  const isWhole = (unit: 'month' | 'year') => {
    const [start, end] = unitAround(unit, first);
    return first === start && last === end;
  };
  if (isWhole('month')) return { preposition: 'in', words: month.format(first) };
  if (isWhole('year')) return { preposition: 'in', words: from.slice(0, 4) };
  return { preposition: '', words: `from ${day.format(first)} to ${day.format(last)}` };
}

import { DAY, unitAround } from './calendar.ts';

/** Days that depend on an earlier period, or that recur, with their position in the text. */
export type Relative = { readonly start: number; readonly end: number };

const UNIT = 'day|week|month|quarter|year';
/** "The week before", "the following month": not "the day before it was shipped". */
const NEIGHBOR = new RegExp(
  `\\b(?:(?:in |on |during |for )?the )?(?:(${UNIT}) (before|earlier|prior|after|later)|(preceding|prior|following) (${UNIT}))(?=\\s*(?:$|[?.!,;:)]|(?:and|or|than|as|in|at|by)\\b))`,
  'g',
);
const WEEKDAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)day';
/** Days that recur every week: "on a sunday", "on weekends". */
const RECURRING = new RegExp(
  `\\b(?:(?:on|at|during|over) )?(?:(?:a|an|any|every|each|some|the) (?:${WEEKDAY}|weekend|weekday|working day)|(?:the )?(?:${WEEKDAY}s|weekends|weekdays|working days))\\b`,
  'g',
);
/** "The sunday" of a date, and "the weekend" that just passed, name one. */
const SINGLE = /\bthe [a-z ]*[^s]$/;

/** Finds periods that a calendar alone cannot resolve. */
export function findRelative(text: string): Relative[] {
  const at = (match: RegExpExecArray) => ({ start: match.index, end: match.index + match[0].length });
  return [
    ...Array.from(text.matchAll(NEIGHBOR), at),
    ...[...text.matchAll(RECURRING)].filter(([words]) => !SINGLE.test(words)).map(at),
  ].toSorted((a, b) => a.start - b.start);
}

type Days = { readonly from: string; readonly to: string };

/**
 * Returns the days next to a period that words such as "the week before" refer to, or undefined if the words name no
 * neighbor.
 */
export function beside(words: string, { from, to }: Days): Days | undefined {
  const [match] = words.toLowerCase().matchAll(NEIGHBOR);
  if (match === undefined) return undefined;
  const unit = match[1] ?? match[4] ?? 'day';
  const isBefore = /^(?:before|earlier|prior|preceding)$/.test(match[2] ?? match[3] ?? '');
  const [first, last] = [Date.parse(from), Date.parse(to)];
  const [start, end] = unitAround(unit, first);
  const isWhole = unit !== 'day' && start === first && end === last;
  const length = (LENGTHS[unit] ?? 1) * DAY;
  const [one, other] = isWhole
    ? unitAround(unit, isBefore ? first - DAY : last + DAY)
    : isBefore
      ? [first - length, first - DAY]
      : [last + DAY, last + length];
  return { from: iso(one), to: iso(other) };
}

const LENGTHS: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30, quarter: 91, year: 365 };
const iso = (instant: number) => new Date(instant).toISOString().slice(0, 10);

import { parse } from 'chrono-node/en';
import { DAY, upTo } from './calendar.ts';
import { periodRules } from './period-rules.ts';
import { beside, findRelative } from './relative-periods.ts';

/**
 * Days in UTC, inclusive, and their position in the text. Days that depend on the conversation, and recurring days,
 * have neither a beginning nor an end.
 */
export type Period = {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly start: number;
  readonly end: number;
};
type Known = Period & { readonly from: string; readonly to: string };

const FIRST_DAY = '1970-01-01';
/** Days of a month that is named elsewhere: "from the 22nd to the 28th". */
const NTHS =
  /\b(?:the )?(\d{1,2})(?:st|nd|rd|th) ?(?:and|to|-|until|till|through) ?(?:the )?(\d{1,2})(?:st|nd|rd|th)\b/g;

/**
 * Finds the days that a normalized text names: "last 7 days", "in February", "between 1 and 3 March", "since Monday". `now`
 * defines "today". Dates that a question about the past puts ahead mean their previous occurrence.
 */
export function findPeriods(text: string, now: number): Period[] {
  const relative = findRelative(text);
  const rest = relative.reduce(
    (left, { start, end }) => left.slice(0, start) + '_'.repeat(end - start) + left.slice(end),
    text,
  );
  const known = findKnown(rest, now);
  const found = relative.map(({ start, end }): Period => {
    const last = known.findLast((one) => one.end <= start);
    return { ...(last === undefined ? {} : beside(text.slice(start, end), last)), start, end };
  });
  return [...known, ...found].toSorted((a, b) => a.start - b.start);
}

function findKnown(text: string, now: number): Known[] {
  const points = findPoints(text, now);
  const found: Known[] = [];
  for (let n = 0; n < points.length; n++) {
    const one = points[n];
    const other = points[n + 1];
    if (one === undefined) continue;
    const before = text.slice(Math.max(0, one.start - 12), one.start);
    const between = other === undefined ? '' : text.slice(one.end, other.start);
    const ranged = /\b(?:between|from|since)? ?(?:the )?$/.exec(before);
    if (
      other !== undefined &&
      /^ (?:and|to|until|till|through|-) (?:the )?$/.test(between) &&
      (/\b(?:between|from)\b/.test(before) || !/and/.test(between))
    ) {
      const start = /\b(?:between|from) (?:the )?$/.test(before)
        ? one.start - (ranged?.[0].trimStart().length ?? 0)
        : one.start;
      found.push({ ...days(Math.min(one.from, other.from), Math.max(one.to, other.to)), start, end: other.end });
      n += 1;
      continue;
    }
    found.push(open(text, one, now));
  }
  return apposed(text, found);
}

/** "In the last week of February, from the 22nd to the 28th": of two periods side by side, the narrower one is meant. */
function apposed(text: string, found: readonly Known[]): Known[] {
  const kept: Known[] = [];
  for (const next of found) {
    const last = kept.at(-1);
    const beside = last !== undefined && /^[,(:]? ?$/.test(text.slice(last.end, next.start));
    if (!beside || next.from < last.from || next.to > last.to) kept.push(next);
    else kept.splice(-1, 1, { ...next, start: last.start });
  }
  return kept;
}

type Point = {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
  readonly closed?: true;
};

/** Extends a point to the period that the word before it opens: since, after, before, until. */
function open(text: string, { from, to, start, end, closed }: Point, now: number): Known {
  const before = text.slice(0, start);
  const own = text.slice(start, end);
  const word =
    /(?:^| )(since|after|before|until|till|by|up to|from|later than|earlier than)(?: and including)?(?: the)? ?$/.exec(
      before,
    ) ?? /^(since|after|before|until|from) /.exec(own);
  const begin =
    word === null || word.index === undefined || own.startsWith(word[0])
      ? start
      : word.index + (word[0].startsWith(' ') ? 1 : 0);
  switch (word?.[1]) {
    case 'since':
    case 'from':
      if (closed) return { ...days(from, to), start: begin, end };
      return { ...days(from, now), start: begin, end };
    case 'after':
    case 'later than':
      return { ...days(to + DAY, Math.max(now, to + DAY)), start: begin, end };
    case 'before':
    case 'earlier than':
      return { ...days(Date.parse(FIRST_DAY), from - DAY), start: begin, end };
    case 'until':
    case 'till':
    case 'up to':
    case 'by':
      return { ...days(Date.parse(FIRST_DAY), to), start: begin, end };
    default: {
      // "Take in during February": the first word belongs to the verb.
      const opened = /^(?:in|on|during|within|over|for) /.test(own);
      const on = opened ? null : /(?:^| )(?:on|in|during|at|between)(?: the)? ?$/.exec(before);
      return { ...days(from, to), start: on === null ? start : on.index + (on[0].startsWith(' ') ? 1 : 0), end };
    }
  }
}

function findPoints(text: string, now: number): Point[] {
  let rest = text;
  const points: Point[] = [];
  const take = (start: number, length: number, [from, to]: readonly [number, number], closed?: true) => {
    points.push({ from, to, start, end: start + length, ...(closed ? { closed } : {}) });
    rest = rest.slice(0, start) + '_'.repeat(length) + rest.slice(start + length);
  };
  const exact = /(?<![\w-])(\d{4}-\d{2}-\d{2})(?![\w-])/g;
  for (const match of text.matchAll(exact)) {
    const at = Date.parse(match[1] ?? '');
    if (Number.isFinite(at)) take(match.index, match[0].length, [at, at]);
  }
  for (const rule of periodRules)
    for (let n = 0; n < 4; n++) {
      const match = rule.pattern.exec(rest);
      const range = match === null ? undefined : rule.days(match, now);
      if (match === null || range === undefined) break;
      // A word that opens a period belongs to what follows it.
      const lead = /^(?:since|before|until|after|from|to) /.exec(match[0])?.[0].length ?? 0;
      take(match.index + lead, match[0].length - lead, range, rule.closed);
    }
  for (const match of rest.matchAll(NTHS)) {
    const month = points.findLast(({ start }) => start < match.index)?.from ?? now;
    const nth = (day = '') => Date.UTC(new Date(month).getUTCFullYear(), new Date(month).getUTCMonth(), Number(day));
    take(match.index, match[0].length, upTo(nth(match[1]), nth(match[2])), true);
  }
  for (const { index, text: words, start } of parse(maskNonDates(rest), { instant: new Date(now), timezone: 'UTC' })) {
    if (!start.isCertain('day') && !start.isCertain('weekday')) continue;
    const day = notAhead(start.date(), now, start.isCertain('year'));
    take(index, words.length, [day, day]);
  }
  return points.toSorted((a, b) => a.start - b.start);
}

/** "now", "second", "weekday", "may" and "the day before" are dates for the parser, but rarely for people. */
const maskNonDates = (text: string) =>
  text.replaceAll(
    /\b(?:now|second|sat|sun|mar|tomorrow|weekdays?|workdays?)\b|\b(?:day|week|month|year)s? (?:before|after)\b|\bmay\b(?! \d)(?<!\d may)/g,
    (word) => '_'.repeat(word.length),
  );

const dayOf = (instant: number) => new Date(instant).toISOString().slice(0, 10);
const days = (from: number, to: number) => ({ from: dayOf(Math.max(0, from)), to: dayOf(Math.max(0, to)) });

function notAhead(date: Date, now: number, hasYear: boolean): number {
  const day = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()));
  const isAhead = () => day.getTime() > now;
  if (!hasYear && isAhead() && day.getTime() - now < 7 * DAY && date.getUTCDay() >= 0) {
    day.setTime(day.getTime() - 7 * DAY * (day.getTime() - now < 7 * DAY ? 1 : 0));
    return day.getTime();
  }
  if (!hasYear) while (isAhead()) day.setUTCFullYear(day.getUTCFullYear() - 1);
  return day.getTime();
}

import { parse } from 'chrono-node/en';
import { DAY, dayIn, monthIn, quarterOf, unitAround, upTo, weekOf } from './calendar.ts';

/** Days in UTC, included, and where the text names them. */
export type Period = { readonly from: string; readonly to: string; readonly start: number; readonly end: number };

const FIRST_DAY = '1970-01-01';
const MONTHS =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const NUMBER = '\\d{1,3}|a|an|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fourteen|thirty';
const SPOKEN: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twelve: 12,
  fourteen: 14,
  thirty: 30,
};
const UNIT = 'day|week|fortnight|month|quarter|year|hour|24 hours';
const LENGTHS: Readonly<Record<string, number>> = {
  hour: 1 / 24,
  '24 hours': 1,
  day: 1,
  week: 7,
  fortnight: 14,
  month: 30,
  quarter: 91,
  year: 365,
};

type Rule = {
  readonly pattern: RegExp;
  readonly days: (match: RegExpExecArray, now: number) => readonly [from: number, to: number] | undefined;
};

/** Periods that depend on the day of the question. Each pattern is tried in order; longer ones come first. */
const rules: readonly Rule[] = [
  { pattern: /\b(?:the )?day before yesterday\b/, days: (_, now) => [now - 2 * DAY, now - 2 * DAY] },
  { pattern: /\byesterday\b/, days: (_, now) => [now - DAY, now - DAY] },
  { pattern: /\b(?:today|this (?:morning|afternoon|evening)|tonight)\b/, days: (_, now) => [now, now] },
  { pattern: /\btomorrow\b/, days: (_, now) => [now + DAY, now + DAY] },
  {
    pattern: new RegExp(
      `\\b(?:in |within |during |over |for )?(?:the )?(?:last|past|previous|recent) (${NUMBER}) (${UNIT})s?\\b`,
    ),
    days: ([, count = '', unit = ''], now) => [
      now - (Math.ceil(numberOf(count) * (LENGTHS[unit] ?? 1)) - 1) * DAY,
      now,
    ],
  },
  {
    pattern: /\b(?:in |within |during |over |for )?(?:the )?past (week|month|quarter|year)\b/,
    days: ([, unit = ''], now) => [now - ((LENGTHS[unit] ?? 1) - 1) * DAY, now],
  },
  {
    pattern: /\b(?:in |during |over )?(?:the )?(?:last|previous) (week|month|quarter|year)\b/,
    days: ([, unit = ''], now) => {
      const [from] = unitAround(unit, now);
      return unitAround(unit, from - DAY);
    },
  },
  {
    pattern: /\b(?:in |during |for )?(?:this|the current) (week|month|quarter|year)\b/,
    days: ([, unit = ''], now) => [unitAround(unit, now)[0], now],
  },
  {
    pattern: new RegExp(`\\b(${NUMBER}) (day|week|month|year)s? ago\\b`),
    days: ([, count = '', unit = ''], now) => {
      const day = now - numberOf(count) * (LENGTHS[unit] ?? 1) * DAY;
      return unit === 'day' ? [day, day] : unitAround(unit, day);
    },
  },
  {
    pattern: /\b(?:in )?q([1-4])(?: (?:of )?(\d{4}))?\b/,
    days: ([, quarter = '1', year], now) => quarterOf(Number(quarter), year, now),
  },
  {
    pattern: /\b(?:in |during |for )?(?:the )?(first|second|third|fourth) quarter(?: of (\d{4}))?\b/,
    days: ([, nth = '', year], now) => quarterOf(['first', 'second', 'third', 'fourth'].indexOf(nth) + 1, year, now),
  },
  {
    pattern: new RegExp(
      `\\b(?:the )?(\\d{1,2})(?:st|nd|rd|th)?(?: of)?(?: (${MONTHS}))? ?(?:and|to|-|until|till|through) ?(?:the )?(\\d{1,2})(?:st|nd|rd|th)?(?: of)? (${MONTHS})(?:,? (\\d{4}))?\\b`,
    ),
    days: ([, one = '', month, two = '', other = '', year], now) =>
      upTo(dayIn(one, month ?? other, year, now), dayIn(two, other, year, now)),
  },
  {
    pattern: new RegExp(
      `\\b(${MONTHS}) (\\d{1,2})(?:st|nd|rd|th)? ?(?:and|to|-|until|till|through) ?(?:the )?(\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?\\b(?! (?:${MONTHS}))`,
    ),
    days: ([, month = '', one = '', two = '', year], now) =>
      upTo(dayIn(one, month, year, now), dayIn(two, month, year, now)),
  },
  {
    pattern: new RegExp(`\\b(?:the )?(first|last|second|third|fourth) week of (${MONTHS})(?:,? (\\d{4}))?\\b`),
    days: ([, nth = '', month = '', year], now) => weekOf(nth, monthIn(month, year, now)),
  },
  {
    pattern: new RegExp(`\\b(?:the )?(?:(beginning|start|end) of )(${MONTHS})(?:,? (\\d{4}))?\\b`),
    days: ([, part = '', month = '', year], now) => {
      const [from, to] = monthIn(month, year, now);
      return part === 'end' ? [to - 9 * DAY, to] : [from, from + 9 * DAY];
    },
  },
  {
    pattern: new RegExp(
      `\\b(?:in |during |for |last |this )?(?<!\\d )(?<!\\d(?:st|nd|rd|th) )(?!may\\b(?! \\d))(?:the month of )?(${MONTHS})(?:,? (\\d{4}))?\\b(?! \\d)`,
    ),
    days: ([, month = '', year], now) => monthIn(month, year, now),
  },
  {
    pattern: /\b(?:in|during|since|last|until|before|after) (may)(?: (\d{4}))?\b/,
    days: ([, month = '', year], now) => monthIn(month, year, now),
  },
  {
    pattern: /\b(?:in|during|for|the year|year|since|before|until|after|from|to) ((?:19|20)\d\d)\b(?![-/])/,
    days: ([, year = '']) => [Date.UTC(Number(year), 0, 1), Date.UTC(Number(year), 11, 31)],
  },
];

/**
 * Finds the days that a normalized text names: "last 7 days", "in February", "between 1 and 3 March", "since Monday". `now`
 * defines "today". Dates that a question about the past puts ahead mean their previous occurrence.
 */
export function findPeriods(text: string, now: number): Period[] {
  const points = findPoints(text, now);
  const found: Period[] = [];
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
  return found;
}

type Point = { readonly from: number; readonly to: number; readonly start: number; readonly end: number };

/** Extends a point to the period that the word before it opens: since, after, before, until. */
function open(text: string, { from, to, start, end }: Point, now: number): Period {
  const before = text.slice(0, start);
  const own = text.slice(start, end);
  const word =
    /(?:^| )(since|after|before|until|till|by|up to|from|later than|earlier than)(?: the)? ?$/.exec(before) ??
    /^(since|after|before|until|from) /.exec(own);
  const begin =
    word === null || word.index === undefined || own.startsWith(word[0])
      ? start
      : word.index + (word[0].startsWith(' ') ? 1 : 0);
  switch (word?.[1]) {
    case 'since':
    case 'from':
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
      const on = /(?:^| )(?:on|in|during|at)(?: the)? ?$/.exec(before);
      return { ...days(from, to), start: on === null ? start : on.index + (on[0].startsWith(' ') ? 1 : 0), end };
    }
  }
}

function findPoints(text: string, now: number): Point[] {
  let rest = text;
  const points: Point[] = [];
  const take = (start: number, length: number, [from, to]: readonly [number, number]) => {
    points.push({ from, to, start, end: start + length });
    rest = rest.slice(0, start) + '_'.repeat(length) + rest.slice(start + length);
  };
  const exact = /(?<![\w-])(\d{4}-\d{2}-\d{2})(?![\w-])/g;
  for (const match of text.matchAll(exact)) {
    const at = Date.parse(match[1] ?? '');
    if (Number.isFinite(at)) take(match.index, match[0].length, [at, at]);
  }
  for (const rule of rules)
    for (let n = 0; n < 4; n++) {
      const match = rule.pattern.exec(rest);
      const range = match === null ? undefined : rule.days(match, now);
      if (match === null || range === undefined) break;
      // A word that opens a period belongs to what follows it.
      const lead = /^(?:since|before|until|after|from|to) /.exec(match[0])?.[0].length ?? 0;
      take(match.index + lead, match[0].length - lead, range);
    }
  for (const { index, text: words, start } of parse(maskNonDates(rest), { instant: new Date(now), timezone: 'UTC' })) {
    if (!start.isCertain('day') && !start.isCertain('weekday')) continue;
    const day = notAhead(start.date(), now, start.isCertain('year'));
    take(index, words.length, [day, day]);
  }
  return points.toSorted((a, b) => a.start - b.start);
}

/** "now", "second" and "may" are dates to the parser, and rarely to people. */
const maskNonDates = (text: string) =>
  text.replaceAll(/\b(?:now|second|sat|sun|mar|tomorrow)\b|\bmay\b(?! \d)(?<!\d may)/g, (word) =>
    '_'.repeat(word.length),
  );

const numberOf = (word: string) => SPOKEN[word] ?? Number(word);
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

import { DAY, dayIn, monthIn, quarterOf, unitAround, upTo, weekOf } from './calendar.ts';

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

const numberOf = (word: string) => SPOKEN[word] ?? Number(word);

type Rule = {
  readonly pattern: RegExp;
  /** It states both ends, so "from" before it opens nothing. */
  readonly closed?: true;
  readonly days: (match: RegExpExecArray, now: number) => readonly [from: number, to: number] | undefined;
};

/** Periods that depend on the day of the question. Each pattern is tried in order; longer ones come first. */
export const periodRules: readonly Rule[] = [
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
    pattern: /\b(?:in |during |over )?(?:the )?(week|month|quarter|year) before last\b/,
    days: ([, unit = ''], now) => {
      const [last] = unitAround(unit, unitAround(unit, now)[0] - DAY);
      return unitAround(unit, last - DAY);
    },
  },
  {
    pattern: /\b(?:in |during |over )?(?:the )?(?:last|previous) (week|month|quarter|year)\b(?! of)/,
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
    closed: true,
  },
  {
    pattern: new RegExp(
      `\\b(${MONTHS}) (\\d{1,2})(?:st|nd|rd|th)? ?(?:and|to|-|until|till|through) ?(?:the )?(\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?\\b(?! (?:${MONTHS}))`,
    ),
    days: ([, month = '', one = '', two = '', year], now) =>
      upTo(dayIn(one, month, year, now), dayIn(two, month, year, now)),
    closed: true,
  },
  {
    pattern: new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th) (?:day )?of (?:the month of )?(${MONTHS})(?:,? (\\d{4}))?\\b`),
    days: ([, one = '', month = '', year], now) => [dayIn(one, month, year, now), dayIn(one, month, year, now)],
  },
  {
    pattern: new RegExp(`\\b(?:the )?(first|last|second|third|fourth) week of (${MONTHS})(?:,? (\\d{4}))?\\b`),
    days: ([, nth = '', month = '', year], now) => weekOf(nth, monthIn(month, year, now)),
  },
  {
    pattern: new RegExp(
      `\\b(?:in |during |within |over )?(?:the )?(first|second|last|latter|1st|2nd) half of (${MONTHS})(?:,? (\\d{4}))?\\b`,
    ),
    days: ([, half = '', month = '', year], now) => {
      const [from, to] = monthIn(month, year, now);
      const middle = from + Math.floor(((to - from) / DAY + 1) / 2) * DAY;
      return /^(?:first|1st)$/.test(half) ? [from, middle - DAY] : [middle, to];
    },
  },
  {
    pattern: new RegExp(`\\b(?:in |during )?(?:the )?(?:mid|middle of)[ -](${MONTHS})(?:,? (\\d{4}))?\\b`),
    days: ([, month = '', year], now) => {
      const [from] = monthIn(month, year, now);
      return [from + 10 * DAY, from + 19 * DAY];
    },
  },
  {
    pattern: new RegExp(
      `\\b(?:in |during |within |over )?(?:the )?(first|last) (${NUMBER}) days of (${MONTHS})(?:,? (\\d{4}))?\\b`,
    ),
    days: ([, end = '', count = '', month = '', year], now) => {
      const [from, to] = monthIn(month, year, now);
      const length = (numberOf(count) - 1) * DAY;
      return end === 'first' ? [from, Math.min(to, from + length)] : [Math.max(from, to - length), to];
    },
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

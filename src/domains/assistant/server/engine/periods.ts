import { parse } from 'chrono-node/en';
import { present } from '#platform/contract/present.ts';

/** Days in UTC, inclusive. */
export type Period = { readonly from: string; readonly to: string };

const DAY = 86_400_000;
const LENGTHS: Readonly<Record<string, number>> = { day: 1, week: 7, fortnight: 14, month: 30, quarter: 91, year: 365 };

/**
 * Finds the days that a text names: "since Monday", "last 7 days", "in February", "between 1 and 3 March". `now`
 * defines "today". Returns undefined when it names none. A period starts at most a year before its end.
 */
export function findPeriod(text: string, now: number): { period: Period; words: string } | undefined {
  const today = dayOf(now);
  const back = /\b(?:last|past|previous|recent) (\d{1,3} )?(day|week|fortnight|month|quarter|year)s?\b/.exec(text);
  if (back) {
    const days =
      Number(back[1] ?? 1) *
      present(LENGTHS[present(back[2], 'the pattern captures a unit')], 'each unit has a length');
    return bounded(dayOf(now - (days - (days > 1 ? 1 : 0)) * DAY), today, back[0]);
  }
  const running = /\bthis (week|month|year)\b/.exec(text);
  if (running) return bounded(beginningOf(present(running[1], 'the pattern captures a unit'), now), today, running[0]);
  // "may" is more often a verb than a month.
  const spoken = text
    .replaceAll(/\bmay\b(?! \d)(?<!\d may)/g, '   ')
    .replaceAll(/\b(?:now|second|sat|sun|mar)\b/g, (word) => ' '.repeat(word.length));
  const found = parse(spoken, { instant: new Date(now), timezone: 'UTC' }).filter(
    ({ start }) => start.isCertain('day') || start.isCertain('weekday') || start.isCertain('month'),
  );
  const [one, other] = found;
  if (one === undefined) return undefined;
  const words = text.slice(one.index, (other?.index ?? one.index) + (other ?? one).text.length);
  const start = notAhead(one.start.date(), now);
  if (other !== undefined) return bounded(dayOf(start), dayOf(notAhead(other.start.date(), now)), words);
  const end = one.end === null || one.end === undefined ? undefined : notAhead(one.end.date(), now);
  if (end !== undefined) return bounded(dayOf(start), dayOf(end), words);
  if (/\b(?:since|after|from)\b/.test(text.slice(0, one.index))) return bounded(dayOf(start), today, words);
  if (!one.start.isCertain('day') && !one.start.isCertain('weekday')) {
    const last = Date.UTC(new Date(start).getUTCFullYear(), new Date(start).getUTCMonth() + 1, 0);
    return bounded(`${dayOf(start).slice(0, 7)}-01`, dayOf(last), words);
  }
  return bounded(dayOf(start), dayOf(start), words);
}

const dayOf = (instant: number) => new Date(instant).toISOString().slice(0, 10);

/** Moves a future date to its previous occurrence: a question about what happened means the past. */
function notAhead(date: Date, now: number): number {
  const day = new Date(date);
  while (day.getTime() > now + DAY) day.setUTCFullYear(day.getUTCFullYear() - 1);
  return day.getTime();
}

function beginningOf(unit: string, now: number): string {
  const date = new Date(now);
  if (unit === 'week') return dayOf(now - ((date.getUTCDay() + 6) % 7) * DAY);
  return unit === 'month' ? `${dayOf(now).slice(0, 7)}-01` : `${date.getUTCFullYear()}-01-01`;
}

function bounded(from: string, to: string, words: string) {
  const [first, last] = from <= to ? [from, to] : [to, from];
  const earliest = dayOf(Date.parse(last) - 365 * DAY);
  return { period: { from: [first, earliest].toSorted()[1] ?? first, to: last }, words };
}

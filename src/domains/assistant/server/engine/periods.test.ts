import { describe, expect, test } from 'vitest';
import { findPeriods } from './periods.ts';

/** A Wednesday. */
const NOW = Date.parse('2026-03-04T12:00:00Z');
const read = (text: string) =>
  findPeriods(text, NOW).map(({ from, to, start, end }) => [from, to, text.slice(start, end)]);

describe('the days that a question names', () => {
  test.each([
    ['events between 1 and 5 november', '2025-11-01', '2025-11-05'],
    ['events between november 1 and 5', '2025-11-01', '2025-11-05'],
    ['events between 1 february and 5 march', '2026-02-01', '2026-03-05'],
    ['events from 2026-02-01 to 2026-02-10', '2026-02-01', '2026-02-10'],
    ['events between 2026-02-10 and 2026-02-12', '2026-02-10', '2026-02-12'],
    ['1-5 february', '2026-02-01', '2026-02-05'],
    ['events from 10 to 20 january', '2026-01-10', '2026-01-20'],
    ['before the 15th of january', '1970-01-01', '2026-01-14'],
    ['in the last week of february, from the 22nd to the 28th', '2026-02-22', '2026-02-28'],
    ['in february', '2026-02-01', '2026-02-28'],
    ['in october 2025', '2025-10-01', '2025-10-31'],
    ['in december', '2025-12-01', '2025-12-31'],
    ['since february', '2026-02-01', '2026-03-04'],
    ['since monday', '2026-03-02', '2026-03-04'],
    ['last week', '2026-02-23', '2026-03-01'],
    ['this week', '2026-03-02', '2026-03-04'],
    ['last month', '2026-02-01', '2026-02-28'],
    ['the last 7 days', '2026-02-26', '2026-03-04'],
    ['past two weeks', '2026-02-19', '2026-03-04'],
    ['yesterday', '2026-03-03', '2026-03-03'],
    ['today', '2026-03-04', '2026-03-04'],
    ['on 12 february', '2026-02-12', '2026-02-12'],
    ['on february 12th', '2026-02-12', '2026-02-12'],
    ['on 5 november 2025', '2025-11-05', '2025-11-05'],
    ['before february', '1970-01-01', '2026-01-31'],
    ['after 20 february', '2026-02-21', '2026-03-04'],
    ['until 2026-02-20', '1970-01-01', '2026-02-20'],
    ['in 2025', '2025-01-01', '2025-12-31'],
    ['q1 2026', '2026-01-01', '2026-03-31'],
    ['three days ago', '2026-03-01', '2026-03-01'],
    ['the first week of february', '2026-02-01', '2026-02-07'],
    ['last tuesday', '2026-03-03', '2026-03-03'],
  ])('%s', (text, from, to) => {
    expect(read(text).map((one) => one.slice(0, 2))).toEqual([[from, to]]);
  });

  test('are absent from words that only look like dates', () => {
    expect(read('may i see the second event of may-flower now')).toEqual([]);
    expect(read('the last event')).toEqual([]);
  });

  test('are two periods when two are compared', () => {
    expect(read('more events this week than last week')).toEqual([
      ['2026-03-02', '2026-03-04', 'this week'],
      ['2026-02-23', '2026-03-01', 'last week'],
    ]);
  });
});

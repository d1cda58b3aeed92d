import { afterEach, expect, test, vi } from 'vitest';
import { toCsv } from './csv.ts';
import { formatFraction } from './format-fraction.ts';
import { formatCount, formatCounted, formatShare } from './format-number.ts';
import { formatRelative, millisecondsOf } from './format-time.ts';

afterEach(() => vi.unstubAllEnvs());

const now = Date.UTC(2026, 2, 4, 5, 6, 7);

test.each([
  [now - 42_000, '42 seconds ago'],
  [now - 119_000, '1 minute ago'],
  [now - 7_300_000, '2 hours ago'],
  [now + 3 * 86_400_000, 'in 3 days'],
  [now, '0 seconds ago'],
])('formats relative time in whole units with ago or in (%#)', (at, text) => {
  expect(formatRelative(at, now)).toBe(text);
});

test.each(['America/Los_Angeles', 'Pacific/Kiritimati'])(
  'formats the day of a document in UTC for a reader in %s',
  async (zone) => {
    vi.stubEnv('TZ', zone);
    vi.resetModules();
    const { formatUtcDay } = await import('./format-time.ts');
    for (const time of ['2026-12-11T00:30:00Z', '2026-12-11T23:30:00Z'])
      expect(formatUtcDay(Date.parse(time))).toBe('Dec 11, 2026');
  },
);

test('accepts ISO text or seconds, and rejects invalid text', () => {
  expect(millisecondsOf('2026-03-04T05:06:07.000Z')).toBe(now);
  expect(millisecondsOf(now / 1000)).toBe(now);
  expect(millisecondsOf('soon')).toBeUndefined();
});

test('formats a count with separators and the matching noun', () => {
  expect([0, 1, 2, 1204].map((count) => formatCounted(count, 'block'))).toEqual([
    '0 blocks',
    '1 block',
    '2 blocks',
    '1,204 blocks',
  ]);
  expect([1, 2].map((count) => formatCounted(count, 'entry', 'entries'))).toEqual(['1 entry', '2 entries']);
  expect(formatCount(12_345n)).toBe('12,345');
});

test('never rounds a fraction below one up to 100%', () => {
  expect(formatShare(0.99999)).toBe('99.9%');
  expect(formatShare(1)).toBe('100%');
});

test('turns a cell that a spreadsheet would run as a formula into plain text', () => {
  expect(
    toCsv(
      ['a', 'b'],
      [
        ['=HYPERLINK("x")', -3],
        ['one, "two"', 4],
      ],
    ),
  ).toBe('a,b\r\n"\'=HYPERLINK(""x"")",-3\r\n"one, ""two""",4');
});

test.each(['America/Los_Angeles', 'UTC', 'Pacific/Kiritimati'])('formats a UTC day as that day in %s', async (zone) => {
  vi.stubEnv('TZ', zone);
  vi.resetModules();
  const { formatCalendarDay, formatCalendarDays } = await import('./format-day.ts');
  expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
  expect(formatCalendarDay('2026-03-01')).toBe('Mar 1, 2026');
  expect(formatCalendarDays('2026-03-01', '2026-03-07')).toBe('Mar 1 – 7, 2026');
});

test.each([
  [1, '100.0%'],
  [1 / 2, '50.0%'],
  [1 / 3, '33.3%'],
  [0.99999, '99.9%'],
  [0.00001, '<0.1%'],
  [0, '0.0%'],
])('formats the part %d of an ownership as %s', (part, text) => expect(formatFraction(part)).toBe(text));

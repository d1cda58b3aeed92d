import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayAfter } from '../../format-day.ts';
import { axisOf, slotsOf } from './bar-slots.ts';

const daysFrom = (first: string, counts: readonly number[]) =>
  counts.map((count, n) => ({ day: dayAfter(first, n), counts: [count, count * 2] }));

test('puts every count of every day in exactly one bar, in order', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1000), { maxLength: 366 }), (counts) => {
      const slots = slotsOf(daysFrom('2026-02-25', counts));
      expect(slots.length).toBeLessThanOrEqual(92);
      const total = counts.reduce((sum, count) => sum + count, 0);
      const sum = (series: number) => slots.reduce((all, slot) => all + (slot.counts[series] ?? 0), 0);
      expect([sum(0), sum(1)]).toEqual([total, total * 2]);
      for (const [n, { from, to }] of slots.entries()) {
        expect(from <= to).toBe(true);
        const before = slots[n - 1];
        if (before) expect(dayAfter(before.to, 1)).toBe(from);
      }
    }),
  );
});

test('shows days up to a quarter, and weeks up to the last day beyond that', () => {
  expect(slotsOf(daysFrom('2026-03-04', [3]))).toEqual([{ from: '2026-03-04', to: '2026-03-04', counts: [3, 6] }]);
  expect(slotsOf(daysFrom('2026-01-01', Array(92).fill(1)))).toHaveLength(92);
  const weeks = slotsOf(daysFrom('2026-01-01', Array(93).fill(1)));
  expect(weeks).toHaveLength(14);
  expect(weeks[0]).toEqual({ from: '2026-01-01', to: '2026-01-02', counts: [2, 4] });
  expect(weeks.at(-1)).toEqual({ from: '2026-03-28', to: '2026-04-03', counts: [7, 14] });
});

test('labels an axis with whole numbers from 0 to at least the largest count', () => {
  for (const most of [0, 1, 2, 3, 7, 99, 1204]) {
    const { top, marks } = axisOf(most);
    expect(top).toBeGreaterThanOrEqual(Math.max(most, 1));
    expect(marks[0]).toBe(0);
    expect(marks.every(Number.isInteger)).toBe(true);
    expect(marks.length).toBeLessThanOrEqual(6);
  }
  expect(axisOf(7)).toEqual({ top: 8, marks: [0, 2, 4, 6, 8] });
});

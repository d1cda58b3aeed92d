import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keepArrangement, moved, panelNames, readArrangement, shown, usualArrangement } from './arrangement.ts';
import { DashboardSearch } from './dashboard-search.ts';
import { differenceInWords, periodOf, wordsFor } from './period.ts';

const today = '2026-03-04';

test('a range is so many days up to today, 30 unless the address says otherwise', () => {
  expect(periodOf({}, today)).toEqual({ from: '2026-02-03', to: today });
  expect(periodOf({ range: 'today' }, today)).toEqual({ from: today, to: today });
  expect(periodOf({ range: '7' }, today).from).toBe('2026-02-26');
  expect(periodOf({ range: '90' }, today).from).toBe('2025-12-05');
});

test('a custom period is taken as it is; one that is none, or too long, is the usual one', () => {
  const custom = (from?: string, to?: string) => periodOf({ range: 'custom', from, to }, today);
  expect(custom('2025-01-01', '2025-02-01')).toEqual({ from: '2025-01-01', to: '2025-02-01' });
  for (const wrong of [custom(), custom('2025-02-01'), custom('2025-02-02', '2025-02-01'), custom('2020-01-01', today)])
    expect(wrong).toEqual(periodOf({}, today));
  expect(DashboardSearch.parse({ from: '2025-02-30', range: 'x', live: 'paused' })).toEqual({ live: 'paused' });
});

test('period and difference are said in words', () => {
  const words = (from: string, to: string) => wordsFor({ from, to }, today);
  expect([words(today, today), words('2026-02-03', today)]).toEqual(['today', 'in 30 days']);
  expect([words('2026-01-01', '2026-01-01'), words('2026-01-01', '2026-01-02')]).toEqual([
    'on 2026-01-01',
    'in these 2 days',
  ]);
  expect([differenceInWords(5, 3), differenceInWords(3, 5), differenceInWords(3, 3), differenceInWords(3, 0)]).toEqual([
    '2 more than before',
    '2 fewer than before',
    'as many as before',
    'none before',
  ]);
});

test('however panels are moved and hidden, each is there once, and it is kept', () => {
  const step = fc.record({ panel: fc.constantFrom(...panelNames), by: fc.constantFrom(-1, 1, 'hide', 'show') });
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      let now = usualArrangement;
      for (const { panel, by } of steps)
        now = typeof by === 'number' ? moved(now, panel, by as -1 | 1) : shown(now, panel, by === 'show');
      expect(now.order.toSorted()).toEqual(panelNames.toSorted());
      let kept = '';
      keepArrangement(now, { setItem: (_, text) => (kept = text) });
      expect(readArrangement({ getItem: () => kept })).toEqual(now);
    }),
  );
});

test('moving goes one place at a time; what cannot be read is the usual arrangement', () => {
  expect(moved(usualArrangement, 'attention', -1).order).toEqual([
    'activity',
    'attention',
    'health',
    'status',
    'assistant',
  ]);
  expect(moved(usualArrangement, 'activity', -1)).toEqual(usualArrangement);
  expect(readArrangement({ getItem: () => 'x' })).toEqual(usualArrangement);
  expect(readArrangement({ getItem: () => '{"order":["status"],"hidden":["gone"]}' })).toEqual({
    order: ['status', 'activity', 'health', 'attention', 'assistant'],
    hidden: [],
  });
});

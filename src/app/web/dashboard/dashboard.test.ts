import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultArrangement, moved, panelNames, readArrangement, shown, storeArrangement } from './arrangement.ts';
import { DashboardSearch } from './dashboard-search.ts';
import { clockedPeriodOf, differenceInWords, periodOf, wordsFor } from './period.ts';

const today = '2026-03-04';

test('a range ends today and covers 30 days by default', () => {
  expect(periodOf({}, today)).toEqual({ from: '2026-02-03', to: today });
  expect(periodOf({ range: 'today' }, today)).toEqual({ from: today, to: today });
  expect(periodOf({ range: '7' }, today).from).toBe('2026-02-26');
  expect(periodOf({ range: '90' }, today).from).toBe('2025-12-05');
});

test('a custom period is used as given; an invalid or overlong one falls back to the default', () => {
  const custom = (from?: string, to?: string) => periodOf({ range: 'custom', from, to }, today);
  expect(custom('2025-01-01', '2025-02-01')).toEqual({ from: '2025-01-01', to: '2025-02-01' });
  for (const wrong of [custom(), custom('2025-02-01'), custom('2025-02-02', '2025-02-01'), custom('2020-01-01', today)])
    expect(wrong).toEqual(periodOf({}, today));
  expect(DashboardSearch.parse({ from: '2025-02-30', range: 'x', live: 'paused' })).toEqual({ live: 'paused' });
  expect(DashboardSearch.parse({ clock: 'recorded' })).toEqual({ clock: 'recorded' });
  expect(DashboardSearch.parse({ clock: 'wall' })).toEqual({});
});

test('describes the period and the difference in words', () => {
  const words = (from: string, to: string) => wordsFor({ from, to }, today);
  expect([words(today, today), words('2026-02-03', today)]).toEqual(['today', 'in 30 days']);
  expect([words('2026-01-01', '2026-01-01'), words('2026-01-01', '2026-01-02')]).toEqual([
    'on Jan 1, 2026',
    'in those 2 days',
  ]);
  expect([differenceInWords(5, 3), differenceInWords(3, 5), differenceInWords(3, 3), differenceInWords(3, 0)]).toEqual([
    '2 more than before',
    '2 fewer than before',
    'same as before',
    'none before',
  ]);
});

test('moving and hiding panels never duplicates or loses one, and the arrangement is stored', () => {
  const step = fc.record({ panel: fc.constantFrom(...panelNames), by: fc.constantFrom(-1, 1, 'hide', 'show') });
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      let now = defaultArrangement;
      for (const { panel, by } of steps)
        now = typeof by === 'number' ? moved(now, panel, by as -1 | 1) : shown(now, panel, by === 'show');
      expect(now.order.toSorted()).toEqual(panelNames.toSorted());
      let stored = '';
      storeArrangement(now, { setItem: (_, text) => (stored = text) });
      expect(readArrangement({ getItem: () => stored })).toEqual(now);
    }),
  );
});

const cityPanels = ['own-taxes', 'city-work'];

test('a panel moves one position at a time, and an invalid arrangement falls back to the default', () => {
  expect(moved(defaultArrangement, 'health', -1).order).toEqual([
    ...cityPanels,
    'attention',
    'period',
    'status',
    'health',
    'activity',
    'assistant',
  ]);
  expect(moved(defaultArrangement, 'own-taxes', -1)).toEqual(defaultArrangement);
  expect(readArrangement({ getItem: () => 'x' })).toEqual(defaultArrangement);
});

test('places a panel that is newer than the stored arrangement after the one that precedes it by default', () => {
  const read = (order: string[]) => readArrangement({ getItem: () => JSON.stringify({ order, hidden: ['gone'] }) });
  expect(read(['assistant', 'status', 'activity', 'period', 'attention', 'period'])).toEqual({
    order: [...cityPanels, 'assistant', 'status', 'activity', 'health', 'period', 'attention'],
    hidden: [],
  });
});

test('the period of the dashboard has the clock of its URL, and when events happened without one', () => {
  const search = { range: '7' } as const;
  expect(clockedPeriodOf({ ...search, clock: 'recorded' }, '2026-03-07')).toEqual({
    from: '2026-03-01',
    to: '2026-03-07',
    clock: 'recorded',
  });
  expect(clockedPeriodOf(search, '2026-03-07').clock).toBe('happened');
});

import { expect, test } from 'vitest';
import { createAppendMetrics } from './append-metrics.ts';

const MINUTE = 60_000;

test('counts the appends of the last ten minutes, also while nothing is appended', () => {
  let now = 1_000 * MINUTE;
  const metrics = createAppendMetrics(() => now);
  metrics.record(2, [{ since: now - 100 }, { since: now - 101 }], false);
  expect(metrics.read()).toMatchObject({ appended: 2, recent: { total: 2, withinObjective: 1 } });
  now += 9 * MINUTE;
  expect(metrics.read().recent.total).toBe(2);
  now += MINUTE;
  expect(metrics.read()).toMatchObject({ appended: 2, recent: { total: 0, withinObjective: 0 } });
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createServiceCount } from './count-service.ts';
import { judgeObjective, objectives, type ServiceCounts } from './objectives.ts';

const whole = fc.record({ total: fc.integer({ min: 1, max: 1e9 }), share: fc.double({ min: 0, max: 1, noNaN: true }) });
const anyCounts: fc.Arbitrary<ServiceCounts> = fc.tuple(whole, whole, whole).map(([failed, slow, late]) => ({
  requests: failed.total,
  failedRequests: Math.floor(failed.total * failed.share),
  slowRequests: Math.floor(failed.total * slow.share),
  appends: late.total,
  lateAppends: Math.floor(late.total * late.share),
}));
const anyObjective = fc.constantFrom(...objectives);

test('an objective is met exactly while its budget is not overspent', () => {
  fc.assert(
    fc.property(anyObjective, anyCounts, (objective, counts) => {
      const { met, budgetLeft, budget, bad } = judgeObjective(objective, counts);
      expect(met).toBe(bad <= budget);
      if (budgetLeft !== null && Math.abs(budgetLeft) > 1e-9) expect(met).toBe(budgetLeft > 0);
    }),
  );
});

test('another failure never increases the remaining budget, and another success never decreases it', () => {
  fc.assert(
    fc.property(anyObjective, anyCounts, (objective, counts) => {
      const left = (counted: ServiceCounts) => judgeObjective(objective, counted).budgetLeft ?? 1;
      const more = { ...counts, requests: counts.requests + 1, appends: counts.appends + 1 };
      const worse = {
        ...more,
        failedRequests: more.failedRequests + 1,
        slowRequests: more.slowRequests + 1,
        lateAppends: more.lateAppends + 1,
      };
      expect(left(more)).toBeGreaterThanOrEqual(left(counts) - 1e-9);
      expect(left(worse)).toBeLessThanOrEqual(left(more));
    }),
  );
});

test('without events, an objective has no measured share and is not missed', () => {
  const nothing = { requests: 0, failedRequests: 0, slowRequests: 0, appends: 0, lateAppends: 0 };
  for (const objective of objectives)
    expect(judgeObjective(objective, nothing)).toMatchObject({ goodPercent: null, budgetLeft: null, met: true });
});

test('at exactly the target the budget is used up and the objective is met; one more failure misses it', () => {
  const objective = objectives.find(({ id }) => id === 'requests-answered');
  const counts = (failedRequests: number) => ({
    requests: 10_000,
    failedRequests,
    slowRequests: 0,
    appends: 0,
    lateAppends: 0,
  });
  expect(judgeObjective(objective!, counts(10))).toMatchObject({ budget: 10, budgetLeft: 0, met: true });
  expect(judgeObjective(objective!, counts(11))).toMatchObject({ met: false });
});

test('objective ids are unique, and each has a version', () => {
  expect(new Set(objectives.map(({ id }) => id)).size).toBe(objectives.length);
  for (const { version } of objectives) expect(version).toBeGreaterThanOrEqual(1);
});

test('counts equal the events, even when restored after a failed write', () => {
  const answers = fc.array(
    fc.record({ status: fc.constantFrom(200, 404, 499, 500, 503), slow: fc.boolean(), minute: fc.nat({ max: 5 }) }),
  );
  fc.assert(
    fc.property(answers, fc.nat(), (requests, every) => {
      let now = 0;
      const count = createServiceCount(() => now);
      for (const [n, { status, slow, minute }] of requests.entries()) {
        now = minute * 60_000;
        count.countRequest({ method: 'GET', route: '/api/x', status, milliseconds: slow ? 1001 : 1 });
        if (every > 0 && n % every === 0) count.putBack(count.take());
      }
      const counted = requests.filter(({ status }) => status !== 499);
      const sums = count.take();
      const sum = (key: keyof ServiceCounts) => sums.reduce((total, one) => total + one[key], 0);
      expect(sum('requests')).toBe(counted.length);
      expect(sum('failedRequests')).toBe(counted.filter(({ status }) => status >= 500).length);
      expect(sum('slowRequests')).toBe(counted.filter(({ slow }) => slow).length);
    }),
  );
});

test('health probes and pages are not counted', () => {
  const count = createServiceCount(() => 0);
  for (const route of ['/api/health', 'web file', 'web page or nothing', '/log/checkpoint'])
    count.countRequest({ method: 'GET', route, status: 500, milliseconds: 1 });
  expect(count.take()).toEqual([]);
});

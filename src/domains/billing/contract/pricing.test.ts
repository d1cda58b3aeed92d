import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { monthsAfter, periodOf } from './calendar.ts';
import { plansOnOffer, planVersions } from './plans.ts';
import { changeLines, divideHalfEven, periodLines, priceParts, priceUntil, sumOf, type Terms } from './pricing.ts';
import type { BillingCycle } from './subscription.ts';

const seconds = (text: string) => Date.parse(text) / 1000;
const plan = (id: string) => {
  const found = planVersions.find((one) => one.id === id);
  if (found === undefined) throw new Error(id);
  return found;
};
const terms = (id: string, cycle: BillingCycle, users: number, assets: number): Terms => ({
  plan: plan(id),
  ...{ cycle, users, assets },
});
const someTerms = (cycle?: BillingCycle) =>
  fc.record({
    plan: fc.constantFrom(...plansOnOffer.filter(({ customPricing }) => !customPricing)),
    cycle: cycle === undefined ? fc.constantFrom<BillingCycle>('monthly', 'annual') : fc.constant(cycle),
    users: fc.integer({ min: 1, max: 250 }),
    assets: fc.integer({ min: 0, max: 250_000 }),
  });
const someAnchor = fc.integer({ min: seconds('2023-01-01T00:00:00Z'), max: seconds('2033-01-01T00:00:00Z') });

describe('prices', () => {
  test.each([
    ['starter', 'monthly', 10, 100, 15_500],
    // The estimator's defaults: (10 × $15 + 100 × $0.05) × 12 × 0.85
    ['starter', 'annual', 10, 100, 158_100],
    ['professional', 'monthly', 50, 25_000, 295_000],
    ['business', 'annual', 250, 250_000, 27_795_000],
    ['starter', 'annual', 1, 1, 15_351],
  ] as const)('%s, %s, %i users and %i assets cost %i cents', (id, cycle, users, assets, cents) => {
    const period = periodOf(seconds('2026-01-31T10:00:00Z'), cycle, 0);
    expect(sumOf(periodLines(terms(id, cycle, users, assets), period))).toBe(cents);
  });

  test('half a cent is rounded to the even cent', () => {
    expect([5n, 15n, 25n, 35n, -5n, -15n].map((one) => divideHalfEven(one, 10n))).toEqual([0n, 2n, 2n, 4n, 0n, -2n]);
    expect([14n, 16n, -14n, -16n].map((one) => divideHalfEven(one, 10n))).toEqual([1n, 2n, -1n, -2n]);
  });

  test('stretches of a period add up to its price however it is split', () => {
    fc.assert(
      fc.property(
        ...[someTerms(), someAnchor, fc.integer({ min: 0, max: 30 })],
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }),
        (agreed, anchor, number, cuts) => {
          const period = periodOf(anchor, agreed.cycle, number);
          const length = period.end - period.start;
          const at = [0, ...cuts.map((cut) => Math.floor(cut * length)), length].toSorted((a, b) => a - b);
          for (const part of priceParts) {
            const until = (n: number) => priceUntil(part, agreed, period, period.start + n);
            const parts = at.slice(1).map((end, n) => until(end) - until(at[n] ?? 0));
            expect(parts.every((cents) => cents >= 0)).toBe(true);
            expect(parts.reduce((sum, cents) => sum + cents, 0)).toBe(priceUntil(part, agreed, period, period.end));
          }
        },
      ),
    );
  });

  test('a change and its reversal within the same second cost nothing', () => {
    fc.assert(
      fc.property(
        ...[someTerms('monthly'), someTerms('monthly'), someAnchor],
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (before, after, anchor, share) => {
          const period = periodOf(anchor, 'monthly', 0);
          const at = period.start + 1 + Math.floor(share * (period.end - period.start - 1));
          const periods = { old: period, new: period };
          const there = sumOf(changeLines(before, after, at, periods));
          expect(there + sumOf(changeLines(after, before, at, periods))).toBe(0);
        },
      ),
    );
  });

  test('a period with changes costs the sum of its seconds at their terms, to the cent for each change', () => {
    fc.assert(
      fc.property(
        ...[fc.array(someTerms('monthly'), { minLength: 2, maxLength: 6 }), someAnchor],
        fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 6, maxLength: 6 }),
        (agreed, anchor, shares) => {
          const period = periodOf(anchor, 'monthly', 0);
          const length = period.end - period.start;
          const at = shares
            .map((share) => period.start + 1 + Math.floor(share * (length - 1)))
            .toSorted((a, b) => a - b);
          const [first, ...rest] = agreed;
          if (first === undefined) return;
          let charged = sumOf(periodLines(first, period));
          let exact = 0;
          let [before, from] = [first, period.start];
          for (const [n, after] of rest.entries()) {
            const when = at[n] ?? period.end;
            charged += sumOf(changeLines(before, after, when, { old: period, new: period }));
            exact += (monthly(before) * (when - from)) / length;
            [before, from] = [after, when];
          }
          exact += (monthly(before) * (period.end - from)) / length;
          expect(Math.abs(charged - exact)).toBeLessThanOrEqual(1 + 2 * rest.length);
        },
      ),
    );
  });
});

const monthly = ({ plan: { userCents, assetCents }, users, assets }: Terms) => userCents * users + assetCents * assets;

describe('periods', () => {
  test.each([
    ['2026-01-31T10:00:00Z', 1, '2026-02-28T10:00:00Z'],
    ['2026-01-31T10:00:00Z', 2, '2026-03-31T10:00:00Z'],
    ['2028-01-31T23:59:59Z', 1, '2028-02-29T23:59:59Z'],
    ['2028-02-29T00:00:00Z', 12, '2029-02-28T00:00:00Z'],
    ['2028-02-29T00:00:00Z', 48, '2032-02-29T00:00:00Z'],
    ['2026-12-31T00:00:00Z', 2, '2027-02-28T00:00:00Z'],
  ])('%s and %i months later is %s', (anchor, months, expected) => {
    expect(new Date(monthsAfter(seconds(anchor), months) * 1000).toISOString()).toBe(expected.replace('Z', '.000Z'));
  });

  test('follow each other without a gap, in any time zone of the server', () => {
    fc.assert(
      fc.property(
        someAnchor,
        fc.constantFrom<BillingCycle>('monthly', 'annual'),
        fc.integer({ min: 0, max: 120 }),
        (anchor, cycle, n) => {
          expect(periodOf(anchor, cycle, n).end).toBe(periodOf(anchor, cycle, n + 1).start);
          expect(periodOf(anchor, cycle, n).end).toBeGreaterThan(periodOf(anchor, cycle, n).start);
        },
      ),
    );
  });
});

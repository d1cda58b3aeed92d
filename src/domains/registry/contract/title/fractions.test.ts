import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Division, divide, moveFraction, reduced, SHARES_MAX } from './fractions.ts';

const whole = (holder = 'ann'): Division => ({ shares: 1, held: new Map([[holder, 1]]) });
const sum = ({ held }: Division) => [...held.values()].reduce((total, own) => total + own, 0);

describe('moving fractions', () => {
  test('keeps the sum at exactly one after any sequence of moves', () => {
    const holders = ['ann', 'ben', 'cem', 'dia'];
    const step = fc.record({
      from: fc.constantFrom(...holders),
      to: fc.constantFrom(...holders),
      numerator: fc.integer({ min: 1, max: 40 }),
      denominator: fc.integer({ min: 1, max: 40 }),
    });
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let division = whole();
        for (const { from, to, ...fraction } of steps) {
          const next = moveFraction(division, from, to, fraction);
          const outcome = 'problem' in next ? next.problem : 'moved';
          seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
          if ('problem' in next) continue;
          const { numerator, denominator } = reduced(fraction);
          const before = BigInt(division.held.get(from) ?? 0) * BigInt(next.shares) * BigInt(denominator);
          const after = BigInt(next.held.get(from) ?? 0) * BigInt(division.shares) * BigInt(denominator);
          expect(before - after).toBe(BigInt(numerator) * BigInt(next.shares) * BigInt(division.shares));
          division = next;
          expect(sum(division)).toBe(division.shares);
          expect(division.shares).toBeLessThanOrEqual(SHARES_MAX);
          expect([...division.held.values()].every((own) => Number.isInteger(own) && own > 0)).toBe(true);
        }
      }),
      { numRuns: 500, seed: 7 },
    );
    expect([...seen.keys()].toSorted()).toEqual(
      ['holds less', 'holds none', 'moved', 'not a fraction', 'same holder', 'too fine'].filter((one) => seen.has(one)),
    );
    for (const outcome of ['moved', 'holds less', 'holds none', 'same holder', 'not a fraction'])
      expect(seen.get(outcome)).toBeGreaterThan(50);
  });

  test('refuses a division finer than the limit, and invalid fractions', () => {
    const half = moveFraction(whole(), 'ann', 'ben', { numerator: 1, denominator: 999_999_937 });
    expect(half).toMatchObject({ shares: 999_999_937 });
    expect(moveFraction(half as Division, 'ann', 'cem', { numerator: 1, denominator: 2 })).toEqual({
      problem: 'too fine',
    });
    for (const [numerator, denominator] of [
      [0, 1],
      [2, 1],
      [0.5, 1],
      [1, 0],
      [-1, 2],
      [1, SHARES_MAX + 1],
    ] as const)
      expect(moveFraction(whole(), 'ann', 'ben', { numerator, denominator })).toEqual({ problem: 'not a fraction' });
  });
});

test('moves a fraction that fits the current shares, however many there are', () => {
  const tiny = { numerator: 1, denominator: SHARES_MAX };
  const first = moveFraction(whole(), 'ann', 'ben', tiny) as Division;
  const second = moveFraction(first, 'ann', 'cem', tiny) as Division;
  expect(second).toEqual({
    shares: SHARES_MAX,
    held: new Map([
      ['ann', SHARES_MAX - 2],
      ['ben', 1],
      ['cem', 1],
    ]),
  });
  const rest = { numerator: SHARES_MAX - 1, denominator: SHARES_MAX };
  expect(
    divide([
      { holder: 'a', ...tiny },
      { holder: 'b', ...rest },
    ])?.shares,
  ).toBe(SHARES_MAX);
});

test('divides only by fractions that add up to exactly one', () => {
  const third = { numerator: 1, denominator: 3 };
  const thirds = ['a', 'b', 'c'].map((holder) => ({ holder, ...third }));
  expect(divide(thirds)).toEqual({
    shares: 3,
    held: new Map([
      ['a', 1],
      ['b', 1],
      ['c', 1],
    ]),
  });
  expect(divide(thirds.slice(1))).toBeUndefined();
  expect(divide([...thirds, { holder: 'd', numerator: 1, denominator: 1_000_000 }])).toBeUndefined();
  expect(
    divide([
      { holder: 'a', numerator: 1, denominator: 2 },
      { holder: 'a', numerator: 1, denominator: 2 },
    ]),
  ).toEqual(whole('a'));
});

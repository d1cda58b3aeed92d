import { expect, test } from 'vitest';
import type { Plan } from '#domains/billing/contract.ts';
import { describeProduct } from '#domains/billing/contract.ts';
import { estimateOf, monthOf, setUpOf, startOf, whyTooSmall } from './estimate.ts';

const usual = { users: 10, assets: 100, cycle: 'annual' } as const;

test('prices the default set-up to the cent, and explains each line by its factors', () => {
  const { lines, cents, saved } = estimateOf('starter', usual);
  expect(lines.map(describeProduct)).toEqual([
    '10 users × $15.00 a month × 12 months × 0.85',
    '100 assets × $0.05 a month × 12 months × 0.85',
  ]);
  expect(lines.map((line) => line.cents)).toEqual([153_000, 5100]);
  expect(cents).toBe(158_100);
  expect(saved).toBe(186_000 - 158_100);
  expect(monthOf(cents, 'annual')).toBe(13_175);
});

test('prices a month without a discount, and leaves out zero lines', () => {
  const { lines, cents, saved } = estimateOf('professional', { users: 1, assets: 0, cycle: 'monthly' });
  expect(lines.map(describeProduct)).toEqual(['1 user × $39.00 a month']);
  expect([cents, saved]).toEqual([3900, 0]);
});

test('starts at the terms of a running subscription, or at the default set-up', () => {
  const own = { planId: 'business', billingCycle: 'monthly', userCount: 60, assetCount: 7, endedAt: null } as never;
  expect(setUpOf({}, startOf(own))).toEqual({ users: 60, assets: 7, cycle: 'monthly' });
  expect(setUpOf({ users: 70, cycle: 'annual' }, startOf(own))).toEqual({ users: 70, assets: 7, cycle: 'annual' });
  expect(startOf(null)).toEqual(usual);
  expect(startOf({ ...(own as object), endedAt: '2026-11-23T10:00:00.000Z' } as never)).toEqual(usual);
});

test('names the limit that makes a plan too small', () => {
  const plan = { maxUsers: 10, maxAssets: 1000 } as Plan;
  expect(whyTooSmall(plan, { users: 10, assets: 1000 })).toBeUndefined();
  expect(whyTooSmall(plan, { users: 11, assets: 1000 })).toBe('Too small: at most 10 users');
  expect(whyTooSmall(plan, { users: 10, assets: 1001 })).toBe('Too small: at most 1,000 assets');
  expect(whyTooSmall({ maxUsers: null, maxAssets: null } as Plan, { users: 9999, assets: 1 })).toBeUndefined();
});

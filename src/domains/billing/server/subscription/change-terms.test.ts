import { expect, test } from 'vitest';
import { newestPlan, sumOf, type Terms } from '#domains/billing/contract.ts';
import { changeTerms } from './change-terms.ts';
import { beginPeriods, beginTrial, nextStep, type SubscriptionState } from './subscription-state.ts';

const DAY = 86_400;
const START = Date.parse('2026-04-01T00:00:00Z') / 1000;
const pays = { hasDetails: true, isReadOnly: false };
const termsOf = (plan: 'starter' | 'professional' | 'business', users: number, assets: number): Terms => ({
  plan: newestPlan(plan),
  cycle: 'monthly',
  users,
  assets,
});
/** A month of 30 days that began on April 1. */
const paying = (terms: Terms): SubscriptionState => beginPeriods(beginTrial(terms, START), terms, START).state;
const netOf = ({ charge }: ReturnType<typeof changeTerms>) =>
  charge === undefined ? 0 : sumOf(charge.lines) - charge.paidAheadCents;

test('a higher plan that costs less refunds nothing, and the excess pays later changes of the period', () => {
  // 25,000 assets: $0.04 each are more than $0.03, and one user costs $40 more.
  const before = paying(termsOf('professional', 1, 25_000));
  const half = START + 15 * DAY;
  const cheaper = changeTerms(before, { planId: 'business' }, half, pays);
  expect(cheaper.charge).toBeUndefined();
  // Half of the month: 25,000 × 1 cent less, 4,000 cents more.
  expect(cheaper.state.paidAheadCents).toBe(12_500 - 2000);
  // Two users more for half of the month are $79, which is paid ahead.
  const more = changeTerms(cheaper.state, { userCount: 3 }, half, pays);
  expect([more.charge, more.state.paidAheadCents]).toEqual([undefined, 10_500 - 7900]);
  const again = changeTerms(more.state, { userCount: 5 }, half, pays);
  expect([netOf(again), again.state.paidAheadCents]).toEqual([7900 - 2600, 0]);
  // The excess ends with the period.
  const next = nextStep(cheaper.state, cheaper.state.period.end, pays);
  expect(next?.state.paidAheadCents).toBe(0);
});

test('upgrades and downgrades within a period never cost less than none, and never pay out', () => {
  const before = paying(termsOf('starter', 5, 100));
  const at = START + 10 * DAY;
  const up = changeTerms(before, { planId: 'professional', userCount: 20 }, at, pays);
  const down = changeTerms(up.state, { planId: 'starter', userCount: 5 }, at + DAY, pays);
  expect(netOf(up)).toBeGreaterThan(0);
  expect([down.charge, down.state.terms.plan.id, down.state.nextTerms?.plan.id]).toEqual([
    undefined,
    'professional',
    'starter',
  ]);
  const upAgain = changeTerms(down.state, { planId: 'professional', userCount: 20 }, at + 2 * DAY, pays);
  expect([upAgain.charge, upAgain.state.nextTerms]).toEqual([undefined, undefined]);
});

test('an unpaid subscription is not charged for another period', () => {
  const state = paying(termsOf('starter', 5, 100));
  const step = nextStep(state, state.period.end, { hasDetails: true, isReadOnly: true });
  expect([step?.state.status, step?.charge, step?.events.map(({ kind }) => kind)]).toEqual([
    'cancelled',
    undefined,
    ['subscription_ended_unpaid'],
  ]);
  expect(step?.state.endedAt).toBe(state.period.end);
  expect(nextStep(state, state.period.end, pays)?.charge).toBeDefined();
});

test('the trial lasts 14 days, reminds three days before, and takes changes for free', () => {
  const state = beginTrial(termsOf('starter', 5, 100), START);
  expect([state.period.end - START, state.dueAt]).toEqual([14 * DAY, START + 11 * DAY]);
  expect(nextStep(state, START + 11 * DAY - 1, pays)).toBeUndefined();
  const reminded = nextStep(state, START + 11 * DAY, pays);
  expect(reminded?.events).toEqual([
    { at: START + 11 * DAY, kind: 'trial_ends_soon', detail: { end: START + 14 * DAY } },
  ]);
  const changed = changeTerms(state, { planId: 'business', userCount: 200 }, START + DAY, pays);
  expect([changed.charge, changed.state.terms.users]).toEqual([undefined, 200]);
});

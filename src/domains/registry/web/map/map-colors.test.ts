import { expect, test } from 'vitest';
import { owedStepOf } from '#domains/registry/contract.ts';
import { legendOf, owedLabel } from './map-colors.ts';

test('every color of a legend has its own meaning', () => {
  for (const colorBy of ['use', 'owed', 'status'] as const) {
    const legend = legendOf(colorBy);
    expect(new Set(legend.map(({ label }) => label)).size).toBe(legend.length);
    expect(new Set(legend.map(({ tone, css }) => `${tone} ${css}`)).size).toBe(legend.length);
  }
});

test('an amount is within the step of its color', () => {
  expect([0, 1, 49_999, 50_000, 250_000, 999_999, 1_000_000].map((cents) => owedLabel(owedStepOf(cents)))).toEqual([
    'Nothing owed',
    'Below $500',
    'Below $500',
    '$500 to $2,500',
    '$2,500 to $10,000',
    '$2,500 to $10,000',
    '$10,000 or more',
  ]);
});

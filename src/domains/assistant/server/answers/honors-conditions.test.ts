import { expect, test } from 'vitest';
import type { Query } from '#domains/assistant/contract.ts';
import { honorsConditions } from './honors-conditions.ts';

const about = (...where: Query['where']): Query => ({ ask: 'count', subject: 'asset', where });

test.each([
  ['There are 4 assets at Oslo.', true],
  ['There are 169 assets.', false],
])('an answer about several things repeats its conditions: %s', (reply, isHonored) => {
  expect(honorsConditions(about({ kind: 'place', value: 'Oslo' }), { reply })).toBe(isHonored);
});

test.each([
  ['There are 4 assets that are not at Oslo.', true],
  ['There are 4 assets at Oslo.', false],
])('an answer mentions that it leaves something out: %s', (reply, isHonored) => {
  expect(honorsConditions(about({ kind: 'place', value: 'Oslo', not: true }), { reply })).toBe(isHonored);
});

test('an answer about one asset tells a fact without its conditions', () => {
  const where = [
    { kind: 'asset', value: 'A-1' },
    { kind: 'place', value: 'Oslo' },
  ] as const;
  expect(honorsConditions(about(...where), { reply: 'A-1 is at Basel.' })).toBe(true);
});

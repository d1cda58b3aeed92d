import { expect, test } from 'vitest';
import type { Database } from '#platform/server/database/database.ts';
import { createMoneyUses } from './money-uses.ts';

const transfer = { chainId: 1, hash: `0x${'ab'.repeat(32)}` as const, position: 0, units: 1n };
/** Never read, because no transfer is requested. */
const nothing = {} as Database;
const nothingUsed = { keys: new Set<string>(), lines: [] };

test('the in-flight claims of one rule set stay claimed when another starts from the tables', async () => {
  const part = createMoneyUses();
  const [one, other] = [part(), part()];
  const keys = one.claim(nothingUsed, { transfers: [transfer] });
  const used = await other.read(nothing, [], 'tables');
  expect(() => other.claim(used, { transfers: [transfer] })).toThrow('already used for other money');
  one.committed(keys);
  expect(() => other.claim(used, { transfers: [transfer] })).not.toThrow();
});

test('the lost claims of a rule set are free again once it starts from the tables', async () => {
  const one = createMoneyUses()();
  one.claim(nothingUsed, { transfers: [transfer] });
  expect(() => one.claim(nothingUsed, { transfers: [transfer] })).toThrow();
  const used = await one.read(nothing, [], 'tables');
  expect(() => one.claim(used, { transfers: [transfer] })).not.toThrow();
});

test('a transfer backs one block, and a refused request claims nothing', () => {
  const one = createMoneyUses()();
  expect(() => one.claim(nothingUsed, { transfers: [transfer, { ...transfer }] })).toThrow(
    'already used for other money',
  );
  expect(() => one.claim(nothingUsed, { transfers: [transfer, { ...transfer, position: 1 }] })).not.toThrow();
});

const line = '00000000-0000-4000-8000-000000000000';
const move = (does: 'enters' | 'leaves' | 'passes', cents = 500, method: 'bank' | 'usdc' = 'bank') => ({
  moves: { line, does, cents, method },
});
const entered = { line, index: 3, does: 'enters' as const, method: 'bank' as const, cents: 500, paymentId: null };
const inSuspense = { keys: new Set([`${line} arrives`]), lines: [entered] };

test('the money of a line arrives once and is used once, across rule sets', () => {
  const part = createMoneyUses();
  const [one, other] = [part(), part()];
  one.claim(nothingUsed, move('enters'));
  for (const does of ['enters', 'passes'] as const)
    expect(() => other.claim(nothingUsed, move(does))).toThrow('moved this money');
  const keys = other.claim(inSuspense, move('leaves'));
  expect(() => one.claim(inSuspense, move('leaves'))).toThrow('moved this money');
  other.committed(keys);
  expect(() => one.claim(inSuspense, move('passes'))).toThrow('moved this money');
});

test('money leaves suspense with the cents and by the method of the block that put it there', () => {
  const one = createMoneyUses()();
  for (const wrong of [move('leaves', 501), move('leaves', 499), move('leaves', 500, 'usdc')])
    expect(() => one.claim(inSuspense, wrong)).toThrow('differs from the blocks');
  expect(() => one.claim(nothingUsed, move('leaves'))).toThrow('differs from the blocks');
  expect(() => one.claim(inSuspense, move('leaves'))).not.toThrow();
});

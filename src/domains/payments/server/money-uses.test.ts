import { expect, test } from 'vitest';
import type { Database } from '#platform/server/database/database.ts';
import { createMoneyUses } from './money-uses.ts';

const transfer = { chainId: 1, hash: `0x${'ab'.repeat(32)}` as const, position: 0, units: 1n };
/** Nothing is read when no transfer is asked for. */
const nothing = {} as Database;
const nothingUsed = { keys: new Set<string>(), lines: [] };

test('what one rule set has on its way stays claimed when another one starts from the tables', async () => {
  const part = createMoneyUses();
  const [one, other] = [part(), part()];
  const keys = one.claim(nothingUsed, { transfers: [transfer] });
  const used = await other.read(nothing, [], 'tables');
  expect(() => other.claim(used, { transfers: [transfer] })).toThrow('rests on this transfer already');
  one.committed(keys);
  expect(() => other.claim(used, { transfers: [transfer] })).not.toThrow();
});

test('what a rule set lost is free again once it starts from the tables', async () => {
  const one = createMoneyUses()();
  one.claim(nothingUsed, { transfers: [transfer] });
  expect(() => one.claim(nothingUsed, { transfers: [transfer] })).toThrow();
  const used = await one.read(nothing, [], 'tables');
  expect(() => one.claim(used, { transfers: [transfer] })).not.toThrow();
});

import { expect, test } from 'vitest';
import type { Database } from '#platform/server/database/database.ts';
import { createTransferUses } from './transfer-uses.ts';

const transfer = { chainId: 1, hash: `0x${'ab'.repeat(32)}` as const, position: 0, units: 1n };
/** Nothing is read when no transfer is asked for. */
const nothing = {} as Database;

test('what one rule set has on its way stays claimed when another one starts from the tables', async () => {
  const part = createTransferUses();
  const [one, other] = [part(), part()];
  const keys = one.claim(new Set(), [transfer]);
  const used = await other.read(nothing, [], 'tables');
  expect(() => other.claim(used, [transfer])).toThrow('rests on this transfer already');
  one.committed(keys);
  expect(() => other.claim(used, [transfer])).not.toThrow();
});

test('what a rule set lost is free again once it starts from the tables', async () => {
  const one = createTransferUses()();
  one.claim(new Set(), [transfer]);
  expect(() => one.claim(new Set(), [transfer])).toThrow();
  const used = await one.read(nothing, [], 'tables');
  expect(() => one.claim(used, [transfer])).not.toThrow();
});

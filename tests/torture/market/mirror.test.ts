import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { hasAnvil } from '#platform/server/evm/testing/engines.fixture.ts';
import { mirror } from './mirror.ts';

// A fraction of the rounds of `npm run torture -- --mode mirror`. A failure's message contains its seed.
test.each([
  ['embedded', true, 2],
  ['anvil', hasAnvil, 1],
] as const)(
  'contracts and records are equal after failures of servers, PostgreSQL and the network (%s)',
  async (network, isHere, rounds) => {
    if (!isHere) return;
    const { orders, fills, canceled, duplicates } = await mirror({ network, rounds, seed: randomInt(2 ** 31) });
    expect(orders).toBeGreaterThan(10);
    expect(fills).toBeGreaterThan(0);
    expect(canceled).toBeGreaterThan(0);
    expect(duplicates).toBeGreaterThan(0);
  },
);

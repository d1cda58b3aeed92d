import { randomInt } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { tortureChain } from './chain.ts';
import { createRandom } from './random.ts';
import { torture } from './torture.ts';

test('an acknowledged transaction of the embedded chain survives kill -9 of the server and of PostgreSQL', async () => {
  const { transactions, blocks } = await tortureChain({ rounds: 3, seed: randomInt(2 ** 31) });
  expect(transactions).toBeGreaterThan(3);
  expect(blocks).toBeGreaterThan(1);
});

describe('an acknowledged event survives kill -9, and a retried key gives its block', () => {
  // A fraction of the rounds of `npm run torture` in each mode. A failure's message contains its seed.
  test.each([
    ['one server', 3],
    ['two servers', 2],
  ] as const)('of %s and of PostgreSQL, at random moments under load', async (mode, rounds) => {
    const { events, blocks } = await torture({ mode, rounds, seed: randomInt(2 ** 31) });
    expect(events).toBeGreaterThan(rounds);
    expect(blocks).toBe(events + 1);
  });

  test('reproduces the choices from a seed', () => {
    const draw = (seed: number) => Array.from({ length: 20 }, createRandom(seed).next);
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
  });
});

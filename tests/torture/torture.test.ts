import { randomInt } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createRandom } from './random.ts';
import { torture } from './torture.ts';

describe('an acknowledged event survives kill -9, and a retried key gives its block', () => {
  // Half the rounds of `npm run torture` in each mode; the seed of a failure stands in its message.
  test.each([
    ['one server', 3],
    ['two servers', 2],
  ] as const)('of %s and of PostgreSQL, at random moments under load', async (mode, rounds) => {
    const { events, blocks } = await torture({ mode, rounds, seed: randomInt(2 ** 31) });
    expect(events).toBeGreaterThan(rounds);
    expect(blocks).toBe(events + 1);
  });

  test('a seed repeats its choices', () => {
    const draw = (seed: number) => Array.from({ length: 20 }, createRandom(seed).next);
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
  });
});

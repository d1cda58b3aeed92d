import type { Clock } from '#platform/server/clock.ts';

export type TestClock = Clock & {
  /** Moves the time forward or back. */
  advance(milliseconds: number): void;
};

/** A clock that stops until a test moves it. */
export function createTestClock(start = '2026-03-04T05:06:07.000Z'): TestClock {
  let now = Date.parse(start);
  return Object.assign(() => now, {
    advance(milliseconds: number) {
      now += milliseconds;
    },
  });
}

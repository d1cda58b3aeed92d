import { expect, test } from 'vitest';
import { createTimeShares } from './time-shares.ts';

const FLOOD = '2001:db8:0:7::1';
const SAME_NETWORK = '2001:db8:0:7::2';
const OTHER = '192.0.2.1';

test('gives an address without remaining time short calls until it has regained time, and others their whole share', () => {
  let now = 0;
  const shares = createTimeShares(() => now);
  for (let n = 0; n < 4; n += 1) {
    expect(shares.next(FLOOD, 250)).toEqual({ milliseconds: 250, usedUp: false });
    shares.take(FLOOD, 250);
  }
  expect(shares.next(SAME_NETWORK, 250)).toEqual({ milliseconds: 50, usedUp: true });
  expect(shares.next(OTHER, 250)).toEqual({ milliseconds: 250, usedUp: false });
  now = 1500;
  expect(shares.next(FLOOD, 250)).toEqual({ milliseconds: 150, usedUp: true });
  now = 2500;
  expect(shares.next(FLOOD, 250)).toEqual({ milliseconds: 250, usedUp: false });
});

test('accumulates unused time up to one share', () => {
  let now = 0;
  const shares = createTimeShares(() => now);
  shares.take(OTHER, 100);
  now = 3_600_000;
  shares.take(OTHER, 900);
  expect(shares.next(OTHER, 250)).toEqual({ milliseconds: 100, usedUp: true });
});

test('gives no time to a call whose request has none left, even if its address has', () => {
  const shares = createTimeShares(() => 0);
  expect(shares.next(OTHER, 0)).toEqual({ milliseconds: 0, usedUp: false });
});

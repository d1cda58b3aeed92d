import { expect, test } from 'vitest';
import { createSecondServerAlarm } from './second-server-alarm.ts';

test('warns once when another server renews its lease and the servers are not compared outside of the database', () => {
  let now = 0;
  const notice = createSecondServerAlarm({ isCompared: false, monotonic: () => now });
  expect(notice(false, false)).toBeUndefined();
  now = 14_000;
  expect(notice(false, false)).toBeUndefined();
  now = 15_000;
  expect(notice(false, false)).toContain('CAIRN_PEERS');
  now = 40_000;
  expect(notice(false, false)).toBeUndefined();
});

test.each([
  ['for a lease that a dead process left', false, { leads: true, faulty: false }],
  ['while a fault keeps this server from the lease', false, { leads: false, faulty: true }],
  ['where servers or witnesses are configured', true, { leads: false, faulty: false }],
])('does not warn %s', (_, isCompared, { leads, faulty }) => {
  let now = 0;
  const notice = createSecondServerAlarm({ isCompared, monotonic: () => now });
  expect(notice(false, faulty)).toBeUndefined();
  now = 12_000;
  expect(notice(leads, faulty)).toBeUndefined();
  now = 20_000;
  expect(notice(false, false)).toBeUndefined();
});

import { expect, test } from 'vitest';
import { blankValues, errorsOf, requestOf, valuesOfRequest } from './event-values.ts';
import { instantOfLocal, localOf, zoneAt } from './happened-at.ts';

const now = Date.parse('2026-03-04T05:06:07Z');
const values = { ...blankValues('maker', 'event'), action: 'shipped', assetId: 'A-1' };
const local = (at: number) => localOf(new Date(at).toISOString());

test('an empty time is now: the request states none', () => {
  expect(requestOf(values).meta).toEqual({});
  expect(errorsOf(values, now)).toEqual({});
});

test('a local time is stated as its instant, and wins over one in the metadata', () => {
  const typed = { ...values, happenedAt: '2026-03-01T08:30', metadata: 'timestamp:2020-01-01' };
  expect(requestOf(typed).meta).toEqual({ timestamp: new Date('2026-03-01T08:30').toISOString() });
  expect(errorsOf(typed, now)).toEqual({});
});

test('a time beyond the tolerance of clocks, or an incomplete one, is explained at its field', () => {
  expect(errorsOf({ ...values, happenedAt: local(now - 7000 + 60_000) }, now)).toEqual({});
  expect(errorsOf({ ...values, happenedAt: local(now - 7000 + 120_000) }, now).happenedAt).toMatch(/in the future/);
  expect(errorsOf({ ...values, happenedAt: '2026-03-01' }, now)).toEqual({ happenedAt: 'Enter a date and a time' });
});

test('the time of a stored event returns to the field, unless the field would change it', () => {
  const stored = (timestamp: unknown) =>
    valuesOfRequest({ user: 'maker', action: 'shipped', asset_id: 'A-1', meta: { timestamp } as never });
  const typed = stored('2026-03-01T07:30:15Z');
  expect(instantOfLocal(typed.happenedAt)).toBe(Date.parse('2026-03-01T07:30:15Z'));
  expect(typed.metadata).toBe('');
  for (const timestamp of ['2026-03-01T07:30:15.250Z', 1_770_000_000, 'unknown']) {
    expect(stored(timestamp).happenedAt).toBe('');
    expect(requestOf(stored(timestamp)).meta).toEqual({ timestamp });
  }
});

test('the zone is that of the reader at the entered time', () => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  expect(zoneAt('')).toContain(timeZone);
  expect(zoneAt('2026-07-01T08:30')).toContain(timeZone);
});

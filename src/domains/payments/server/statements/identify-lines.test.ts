import { expect, test } from 'vitest';
import { identityOf, likenessOf } from './identify-lines.ts';

const line = {
  bookedOn: '2026-03-04',
  cents: 500,
  currency: 'USD',
  text: 'Tax',
  counterparty: 'A. Payer',
  entryReference: null as string | null,
};
const nameOf = (change: Partial<typeof line>, account = 'DE02 1203') =>
  likenessOf(account, { ...line, ...change }).toString('hex');

test.each([
  { bookedOn: '2026-03-05' },
  { cents: -500 },
  { currency: 'EUR' },
  { text: 'tax' },
  { counterparty: '' },
  { entryReference: '1' },
])('a line is another one with %o', (change) => {
  expect(nameOf(change)).not.toBe(nameOf({}));
});

test('a line with a bank reference stays the same in another wording, but not in another currency', () => {
  const entryReference = 'E-1';
  expect(nameOf({ entryReference, text: 'Other words' })).toBe(nameOf({ entryReference }));
  for (const change of [{ currency: 'EUR' }, { cents: 501 }, { bookedOn: '2026-03-05' }])
    expect(nameOf({ entryReference, ...change })).not.toBe(nameOf({ entryReference }));
});

test('an account is the same in any spelling, and equal lines are distinguished by their number', () => {
  expect(nameOf({}, 'de021203')).toBe(nameOf({}));
  expect(nameOf({}, 'DE02 1204')).not.toBe(nameOf({}));
  const likeness = likenessOf('x', line);
  expect(identityOf(likeness, 0).equals(identityOf(likeness, 1))).toBe(false);
});

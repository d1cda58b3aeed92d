import { expect, test } from 'vitest';
import { RegisterRequest } from './accounts.ts';
import { DisplayName } from './names.ts';

test.each([
  ['a zero-width space', 'Nordlys\u200bWorks'],
  ['a right-to-left override', 'Nordlys \u202eskroW'],
  ['a control character', 'Nordlys\u0007'],
  ['a Hangul filler', 'Nordlys\u3164Works'],
  ['a Cyrillic letter in a Latin word', 'Nordlуs Works'],
  ['a Greek letter in a Latin word', 'Αcme'],
])('a display name with %s is refused', (_, name) => {
  expect(DisplayName.safeParse(name).success).toBe(false);
});

test.each([
  'Nordlys Works',
  'Ålesund & Søn',
  'Кофе Москва',
  'Acme Москва',
  '株式会社トヨタ Motor',
  'محمد',
  'A-1 (North)',
])('the display name %j is accepted', (name) => {
  expect(DisplayName.safeParse(name).data).toBe(name);
});

test.each(['__proto__', 'admin', 'ADMIN', 'ledger', 'System', 'constructor'])(
  'the username %j is reserved, for accounts and for participants',
  (user) => {
    const account = { user, password: 'three wise stones', email: 'a@example.org', role: 'other' };
    for (const body of [account, { user, role: 'shipper' }, { username: user, role: 'shipper' }])
      expect(RegisterRequest.safeParse(body).error?.issues.map(({ message }) => message)).toEqual([
        'This username is reserved. Choose another one.',
      ]);
  },
);

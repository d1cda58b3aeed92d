import { expect, test } from 'vitest';
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

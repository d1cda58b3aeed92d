import { expect, test } from 'vitest';
import { explainMisleadingId } from './misleading-ids.ts';
import {
  findInvisible,
  findLikeAscii,
  findMixedAlphabets,
  findUncommonSpace,
  isDecomposed,
} from './misleading-text.ts';

test.each([
  ['A\u202eB', 'U+202E (right-to-left override)'],
  ['A\u200bB', 'U+200B (zero-width space)'],
  ['A\u2066B', 'U+2066 (left-to-right isolate)'],
  ['A\u00adB', 'U+00AD (soft hyphen)'],
  ['A\u3164B', 'U+3164 (Hangul filler)'],
  ['A\u0007B', 'U+0007'],
  ['A\u{e0041}B', 'U+E0041'],
  ['A\ufe0fB', 'U+FE0F'],
  ['A\u2800B', 'U+2800'],
])('%j shows a character less than it has: %s', (text, described) => expect(findInvisible(text)).toBe(described));

test.each([
  ['A\u00a0B', 'U+00A0 (no-break space)'],
  ['A\u2009B', 'U+2009'],
])('%j has a space that looks like the common one: %s', (text, described) => {
  expect(findUncommonSpace(text)).toBe(described);
  expect(findInvisible(text)).toBeUndefined();
});

test.each([
  ['PRD-\u0410', '“\u0410” (U+0410, Cyrillic) among Latin letters'],
  ['\u0410PRD', '“P” (U+0050, Latin) among Cyrillic letters'],
  ['PRD\u0391', '“\u0391” (U+0391, Greek) among Latin letters'],
  ['l\u0627l', '“\u0627” (U+0627, Arabic) among Latin letters'],
])('%s mixes alphabets: %s', (text, described) => expect(findMixedAlphabets(text)).toBe(described));

test.each([
  ['\uff28LX', '“\uff28” (U+FF28), which looks like “H”'],
  ['HLX\uff0d1', '“\uff0d” (U+FF0D), which looks like “-”'],
  ['\u{1d407}LX', '“\u{1d407}” (U+1D407), which looks like “H”'],
])('%s is drawn like ASCII: %s', (text, described) => expect(findLikeAscii(text)).toBe(described));

test('finds combining accents, except those for which Unicode has no composed form', () => {
  expect(isDecomposed('Caf\u0065\u0301')).toBe(true);
  expect(isDecomposed('Caf\u00e9')).toBe(false);
  expect(isDecomposed('x\u0301')).toBe(false);
});

test.each([
  'PRD-2024-001',
  'Ærø-Ñandú-7',
  'Партия-2024',
  'Φάρμακο-12',
  'دفعة-١٢',
  'ロット番号-A12',
  '批次-A-12',
  '로트-LOT-7',
  'Lot Ⅻ №5 ½ €',
])('%s is neither invisible nor mixed', (text) => {
  const findings = [findInvisible, findUncommonSpace, findLikeAscii, findMixedAlphabets].map((find) => find(text));
  expect(findings).toEqual([undefined, undefined, undefined, undefined]);
  expect(isDecomposed(text)).toBe(false);
});

test.each([
  ['PRD\u20111', 'Asset ID must not contain the dash “\u2011” (U+2011). Use the hyphen of the keyboard (-)'],
  ['PRD\u20131', 'Asset ID must not contain the dash “\u2013” (U+2013). Use the hyphen of the keyboard (-)'],
  ['PRD\u22121', 'Asset ID must not contain the dash “\u2212” (U+2212). Use the hyphen of the keyboard (-)'],
  ['PRO\ufb01-1', 'Asset ID must not contain “\ufb01” (U+FB01), a form of “fi”. Use separate letters'],
  ['\ufe91-1', 'Asset ID must not contain “\ufe91” (U+FE91), a form of “\u0628”. Use separate letters'],
  ['PRD  1', 'Asset ID must not begin or end with a space, or have two in a row'],
  [' PRD-1', 'Asset ID must not begin or end with a space, or have two in a row'],
  ['PRD-1 ', 'Asset ID must not begin or end with a space, or have two in a row'],
])('refuses the id %j', (id, message) => expect(explainMisleadingId('Asset ID', id)).toBe(message));

test.each(['PRD-2024-001', 'PRD 1', 'דגם־7', 'コーヒー-1', 'A_1/2', 'https://x.example/a-b'])(
  'accepts the id %s',
  (id) => expect(explainMisleadingId('Asset ID', id)).toBeUndefined(),
);

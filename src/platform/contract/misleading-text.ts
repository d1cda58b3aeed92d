/**
 * Characters that show nothing or reorder text: controls, format characters (zero-width and bidirectional ones), private
 * use, unassigned, and letters and symbols that are drawn as blanks.
 */
const INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/u;
/** Spaces that look like the common one, unlike the wide one of Chinese and Japanese. */
const LIKE_A_SPACE = /(?![ \u3000])\p{Zs}/u;
/** Full-width forms (U+FF01 to U+FF5E) and mathematical letters and digits, which are drawn like those of ASCII. */
const LIKE_ASCII = /[\uff01-\uff5e\u{1d400}-\u{1d7ff}]/u;
/** Hyphens, dashes and the minus sign that look like that of ASCII. */
const OTHER_DASH = /[\u2010-\u2015\u2212\u2e3a\u2e3b\ufe58\ufe63]/u;
/** Ligatures and presentation forms of Latin, Armenian, Hebrew and Arabic letters. */
const PRESENTATION_FORM = /[\ufb00-\ufb4f\ufb50-\ufdff\ufe70-\ufefc]/u;
const ONLY_ASCII = /^[ -~]*$/;

/** Unicode names of the characters that are most often used to mislead. */
const names: ReadonlyMap<number, string> = new Map([
  [0x0000, 'null'],
  [0x0009, 'tab'],
  [0x000a, 'line feed'],
  [0x00a0, 'no-break space'],
  [0x00ad, 'soft hyphen'],
  [0x200b, 'zero-width space'],
  [0x200c, 'zero-width non-joiner'],
  [0x200d, 'zero-width joiner'],
  [0x200e, 'left-to-right mark'],
  [0x200f, 'right-to-left mark'],
  [0x202a, 'left-to-right embedding'],
  [0x202b, 'right-to-left embedding'],
  [0x202c, 'pop directional formatting'],
  [0x202d, 'left-to-right override'],
  [0x202e, 'right-to-left override'],
  [0x202f, 'narrow no-break space'],
  [0x2060, 'word joiner'],
  [0x2066, 'left-to-right isolate'],
  [0x2067, 'right-to-left isolate'],
  [0x2068, 'first strong isolate'],
  [0x2069, 'pop directional isolate'],
  [0x3164, 'Hangul filler'],
  [0xfeff, 'zero-width no-break space'],
]);

/** Returns the first character that shows nothing or reorders text, as `U+202E (right-to-left override)`. */
export const findInvisible = (text: string): string | undefined => describeFirst(text, INVISIBLE);

/** Returns the first space that looks like the common one, as `U+00A0 (no-break space)`. */
export const findUncommonSpace = (text: string): string | undefined => describeFirst(text, LIKE_A_SPACE);

/** Returns the first hyphen or dash that is not that of ASCII, as `“–” (U+2013)`. */
export const findOtherDash = (text: string): string | undefined => describeShown(text, OTHER_DASH);

/** Returns the first ligature or presentation form of letters, as `“ﬁ” (U+FB01), a form of “fi”`. */
export function findPresentationForm(text: string): string | undefined {
  const shown = describeShown(text, PRESENTATION_FORM);
  const [found = ''] = PRESENTATION_FORM.exec(text) ?? [];
  return shown === undefined ? undefined : `${shown}, a form of “${found.normalize('NFKC')}”`;
}

/** Returns the first character that is drawn like one of ASCII, as `“Ａ” (U+FF21), which looks like “A”`. */
export function findLikeAscii(text: string): string | undefined {
  const [found] = LIKE_ASCII.exec(text) ?? [];
  return found === undefined
    ? undefined
    : `“${found}” (${codeOf(found)}), which looks like “${found.normalize('NFKC')}”`;
}

/** Reports whether `text` has a combining accent although a composed character exists (not Unicode NFC). */
export const isDecomposed = (text: string): boolean => !ONLY_ASCII.test(text) && text !== text.normalize('NFC');

function describeShown(text: string, pattern: RegExp): string | undefined {
  if (ONLY_ASCII.test(text)) return undefined;
  const [found] = pattern.exec(text) ?? [];
  return found === undefined ? undefined : `“${found}” (${codeOf(found)})`;
}

function describeFirst(text: string, pattern: RegExp): string | undefined {
  if (ONLY_ASCII.test(text)) return undefined;
  const [found] = pattern.exec(text) ?? [];
  if (found === undefined) return undefined;
  const name = names.get(found.codePointAt(0) ?? 0);
  return name === undefined ? codeOf(found) : `${codeOf(found)} (${name})`;
}

const codeOf = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/**
 * The alphabets that must not be mixed in one text. Chinese, Japanese and Korean are written together with Latin
 * letters and are not confused with them, so they are absent (UTS #39, highly restrictive).
 */
const alphabets = (
  'Latin Cyrillic Greek Armenian Cherokee Coptic Lisu Georgian Arabic Hebrew Thai Lao Devanagari Bengali Tamil Telugu ' +
  'Kannada Malayalam Myanmar Khmer Ethiopic'
)
  .split(' ')
  .map((name) => ({ name, pattern: new RegExp(`\\p{Script=${name}}`, 'u') }));

/** Returns the first letter of another alphabet than those before it, as `“А” (U+0410, Cyrillic) among Latin letters`. */
export function findMixedAlphabets(text: string): string | undefined {
  if (ONLY_ASCII.test(text)) return undefined;
  let first: string | undefined;
  for (const letter of text) {
    const name = alphabets.find(({ pattern }) => pattern.test(letter))?.name;
    first ??= name;
    if (name !== undefined && name !== first) return `“${letter}” (${codeOf(letter)}, ${name}) among ${first} letters`;
  }
  return undefined;
}

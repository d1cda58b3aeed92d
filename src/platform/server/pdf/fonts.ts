import { present } from '#platform/contract/present.ts';
import { isInRange } from './font-files.ts';
import { findOther, joins, splitSaraAm } from './other-scripts.ts';

/** The style of text. Each style is an embedded font family, so that a document looks and prints the same everywhere. */
export type FontStyle = 'text' | 'strong' | 'code';

/** A run of text in one font. */
export type TextRun = { readonly text: string; readonly font: string };

const FAMILIES: Readonly<Record<FontStyle, { family: string; weight: number }>> = {
  text: { family: 'inter', weight: 400 },
  strong: { family: 'inter', weight: 600 },
  code: { family: 'jetbrains-mono', weight: 400 },
};
/** In order of preference: a letter in several fonts is set in the first. */
const SCRIPTS = ['latin', 'latin-ext', 'greek', 'cyrillic', 'vietnamese', 'other'] as const;
type Script = (typeof SCRIPTS)[number];

/** Returns the font of a style for plain text. */
export const fontOf = (style: FontStyle): string => `${FAMILIES[style].family}/latin/${FAMILIES[style].weight}`;

/**
 * Splits text into runs of one font each. Characters that no font has, and characters that change how their neighbors
 * are read (control characters, direction overrides), are written as `\u{…}` instead of vanishing. Letters of scripts
 * outside `scripts` are written in the same way.
 */
export function splitRuns(text: string, style: FontStyle, scripts: readonly Script[] = SCRIPTS): TextRun[] {
  const { weight } = FAMILIES[style];
  const runs: { text: string; font: string }[] = [];
  const characters = Array.from(splitSaraAm(text.normalize('NFC')));
  for (const [n, character] of characters.entries()) {
    const last = runs.at(-1);
    // A joiner belongs to the run of the letter before it.
    if (last !== undefined && joins(characters[n - 1] ?? '', character, characters[n + 1] ?? '')) {
      if (last.font !== fontOf(style)) last.text += character;
      else last.text += escapeCharacter(character);
      continue;
    }
    const part = isInvisible(character) ? undefined : findPart(character, text, style, scripts);
    const font = part === undefined ? fontOf(style) : `${part}/${weight}`;
    const piece = part === undefined ? escapeCharacter(character) : character;
    if (last?.font === font) last.text += piece;
    else runs.push({ text: piece, font });
  }
  return runs;
}

function findPart(character: string, text: string, style: FontStyle, scripts: readonly Script[]): string | undefined {
  const { family, weight } = FAMILIES[style];
  const codePoint = present(character.codePointAt(0), 'a character is not empty');
  const script = scripts.find((one) => one !== 'other' && isInRange(family, one, codePoint));
  if (script !== undefined) return `${family}/${script}`;
  return scripts.includes('other') ? findOther(character, text, weight) : undefined;
}

/** Reports whether a character has no shape of its own and can make other text read differently. */
export const isInvisible = (character: string): boolean =>
  character !== '\n' && /^[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]$/u.test(character);

/** Returns a character in escaped form. */
export const escapeCharacter = (character: string): string =>
  `\\u{${present(character.codePointAt(0), 'a character is not empty').toString(16).toUpperCase()}}`;

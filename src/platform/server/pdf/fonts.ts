import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { present } from '#platform/contract/present.ts';
import { readWoff } from './read-woff.ts';

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
const SCRIPTS = ['latin', 'latin-ext', 'greek', 'cyrillic'] as const;
type Script = (typeof SCRIPTS)[number];

const files = new Map<string, Buffer>();
const coverages = new Map<string, readonly (readonly [number, number])[]>();

/** Returns a font named by `splitRuns` as TrueType. Each font is read once. */
export function readFont(font: string): Buffer {
  const known = files.get(font);
  if (known !== undefined) return known;
  const [family = '', script = '', weight = ''] = font.split('/');
  const bytes = readWoff(readFileSync(join(folderOf(family), 'files', `${family}-${script}-${weight}-normal.woff`)));
  files.set(font, bytes);
  return bytes;
}

/** Returns the font of a style for plain text. */
export const fontOf = (style: FontStyle): string => `${FAMILIES[style].family}/latin/${FAMILIES[style].weight}`;

/**
 * Splits text into runs of one font each. Characters that no font has, and characters that change how their neighbors
 * are read (control characters, direction overrides), are written as `\u{…}` instead of vanishing. Letters of scripts
 * outside `scripts` are written in the same way.
 */
export function splitRuns(text: string, style: FontStyle, scripts: readonly Script[] = SCRIPTS): TextRun[] {
  const { family, weight } = FAMILIES[style];
  const runs: { text: string; font: string }[] = [];
  for (const character of text.normalize('NFC')) {
    const script = scripts.find((one) =>
      covers(family, one, present(character.codePointAt(0), 'a character is not empty')),
    );
    const shown = script !== undefined && !isInvisible(character);
    const font = `${family}/${shown ? script : 'latin'}/${weight}`;
    const piece = shown ? character : escapeCharacter(character);
    const last = runs.at(-1);
    if (last?.font === font) last.text += piece;
    else runs.push({ text: piece, font });
  }
  return runs;
}

/** Reports whether a character has no shape of its own and can make other text read differently. */
export const isInvisible = (character: string): boolean =>
  character !== '\n' && /^[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]$/u.test(character);

/** Returns a character in escaped form. */
export const escapeCharacter = (character: string): string =>
  `\\u{${present(character.codePointAt(0), 'a character is not empty').toString(16).toUpperCase()}}`;

function covers(family: string, script: string, codePoint: number): boolean {
  return coverageOf(family, script).some(([first, last]) => codePoint >= first && codePoint <= last);
}

/** Reads which letters each file has, from the package's CSS `unicode-range`. */
function coverageOf(family: string, script: string): readonly (readonly [number, number])[] {
  const name = `${family}/${script}`;
  const known = coverages.get(name);
  if (known !== undefined) return known;
  const ranges = JSON.parse(readFileSync(join(folderOf(family), 'unicode.json'), 'utf8')) as Record<string, string>;
  const coverage = (ranges[script] ?? '').split(',').map((range) => {
    const [first = '', last = first] = range.replace('U+', '').split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const;
  });
  coverages.set(name, coverage);
  return coverage;
}

function folderOf(family: string): string {
  const require = createRequire(import.meta.url);
  const file =
    family === 'inter'
      ? require.resolve('@fontsource/inter/files/inter-latin-400-normal.woff')
      : require.resolve('@fontsource/jetbrains-mono/files/jetbrains-mono-latin-400-normal.woff');
  return dirname(dirname(file));
}

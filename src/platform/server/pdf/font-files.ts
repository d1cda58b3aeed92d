import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { create } from 'fontkit';
import { readWoff } from './read-woff.ts';

const require = createRequire(import.meta.url);

/** The folders of the packages. Each name is written out, so that checks of unused packages find it. */
const PACKAGES: Readonly<Record<string, () => string>> = {
  inter: () => require.resolve('@fontsource/inter/unicode.json'),
  'jetbrains-mono': () => require.resolve('@fontsource/jetbrains-mono/unicode.json'),
  'noto-sans-arabic': () => require.resolve('@fontsource/noto-sans-arabic/unicode.json'),
  'noto-sans-hebrew': () => require.resolve('@fontsource/noto-sans-hebrew/unicode.json'),
  'noto-sans-thai': () => require.resolve('@fontsource/noto-sans-thai/unicode.json'),
  'noto-sans-devanagari': () => require.resolve('@fontsource/noto-sans-devanagari/unicode.json'),
  'noto-sans-sc': () => require.resolve('@fontsource/noto-sans-sc/unicode.json'),
  'noto-sans-jp': () => require.resolve('@fontsource/noto-sans-jp/unicode.json'),
  'noto-sans-kr': () => require.resolve('@fontsource/noto-sans-kr/unicode.json'),
};

type Ranges = readonly (readonly [first: number, last: number])[];

const files = new Map<string, Buffer>();
const rangesOf = new Map<string, ReadonlyMap<string, Ranges>>();
const characterSets = new Map<string, ReadonlySet<number>>();

/** Returns a font named `family/part/weight` as TrueType. Each font is read once. */
export function readFont(font: string): Buffer {
  const known = files.get(font);
  if (known !== undefined) return known;
  const [family = '', part = '', weight = ''] = font.split('/');
  // A part in brackets, such as `[4]`, is a numbered file.
  const name = `${family}-${part.replace(/[[\]]/g, '')}-${weight}-normal.woff`;
  const bytes = readWoff(readFileSync(join(folderOf(family), 'files', name)));
  files.set(font, bytes);
  return bytes;
}

/** Reports whether the package's CSS `unicode-range` of a part of a family has a character. */
export const isInRange = (family: string, part: string, codePoint: number): boolean =>
  readRanges(family)
    .get(part)
    ?.some(([first, last]) => codePoint >= first && codePoint <= last) ?? false;

/** Returns the numbered parts of a family: the letters that its largest file lacks are in one of them. */
export const numberedParts = (family: string): string[] =>
  [...readRanges(family).keys()].filter((part) => part.startsWith('['));

/** Reports whether a font has a glyph for a character. Reads the font. */
export function hasGlyph(font: string, codePoint: number): boolean {
  const known = characterSets.get(font);
  if (known !== undefined) return known.has(codePoint);
  const read = create(readFont(font));
  characterSets.set(font, new Set('characterSet' in read ? read.characterSet : []));
  return hasGlyph(font, codePoint);
}

function readRanges(family: string): ReadonlyMap<string, Ranges> {
  const known = rangesOf.get(family);
  if (known !== undefined) return known;
  const written = JSON.parse(readFileSync(join(folderOf(family), 'unicode.json'), 'utf8')) as Record<string, string>;
  const ranges = new Map(Object.entries(written).map(([part, css]) => [part, css.split(',').map(toRange)] as const));
  rangesOf.set(family, ranges);
  return ranges;
}

function toRange(range: string): readonly [number, number] {
  const [first = '', last = first] = range.replace('U+', '').split('-');
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
}

function folderOf(family: string): string {
  const find = PACKAGES[family];
  if (find === undefined) throw new Error(`No package has the font family ${family}.`);
  return dirname(find());
}

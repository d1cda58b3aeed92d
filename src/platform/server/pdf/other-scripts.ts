import { hasGlyph, isInRange, numberedParts } from './font-files.ts';

/** Scripts of other families than the text: their letters, and the families to look in, with the largest file of each. */
type Other = {
  readonly letters: RegExp;
  /** Whether U+200C and U+200D between two letters decide how they are joined. */
  readonly joins?: boolean;
  readonly families: (text: string) => readonly (readonly [family: string, part: string])[];
};

const SC = ['noto-sans-sc', 'chinese-simplified'] as const;
const JP = ['noto-sans-jp', 'japanese'] as const;
const KR = ['noto-sans-kr', 'korean'] as const;

const OTHERS: readonly Other[] = [
  { letters: /\p{scx=Arabic}/u, joins: true, families: () => [['noto-sans-arabic', 'arabic']] },
  { letters: /\p{scx=Hebrew}/u, families: () => [['noto-sans-hebrew', 'hebrew']] },
  { letters: /\p{scx=Thai}/u, families: () => [['noto-sans-thai', 'thai']] },
  { letters: /\p{scx=Devanagari}/u, joins: true, families: () => [['noto-sans-devanagari', 'devanagari']] },
  {
    letters: /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}\u3000-\u303F\uFF00-\uFFEF]/u,
    // The same character has another form in each country. Kana and Hangul tell which; Han alone is read as Chinese.
    families: (text) => {
      if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return [JP, SC, KR];
      return /\p{Script=Hangul}/u.test(text) ? [KR, SC, JP] : [SC, JP, KR];
    },
  },
];

const found = new Map<string, string | undefined>();

/**
 * Returns the part of a family, as `family/part`, that has a character of another script than those of the text's family; undefined if none
 * has. `text` is the text that it stands in. The largest file of a family comes before its numbered ones, so that a name is one run.
 */
export function findOther(character: string, text: string, weight: number): string | undefined {
  const codePoint = character.codePointAt(0) ?? 0;
  const families = OTHERS.find(({ letters }) => letters.test(character))?.families(text);
  if (families === undefined) return undefined;
  const key = `${codePoint} ${families[0]?.[0]} ${weight}`;
  if (found.has(key)) return found.get(key);
  const part = families
    .flatMap(([family, largest]) => [
      [family, largest] as const,
      ...numberedParts(family)
        .filter((numbered) => isInRange(family, numbered, codePoint))
        .map((numbered) => [family, numbered] as const),
    ])
    .map(([family, one]) => `${family}/${one}`)
    .find((one) => hasGlyph(`${one}/${weight}`, codePoint));
  found.set(key, part);
  return part;
}

/** Reports whether a character is a joiner (U+200C, U+200D) between two letters that it may join or separate. */
export const joins = (before: string, character: string, after: string): boolean =>
  (character === '\u200C' || character === '\u200D') &&
  OTHERS.some(({ joins: does, letters }) => does === true && letters.test(before) && letters.test(after));

/**
 * Returns text whose Thai SARA AM (U+0E33) is two characters, its ring (U+0E4D) before the marks above the same letter. `fontkit` leaves
 * the ring behind them, above a tone that it belongs below. HarfBuzz does the same for Thai, because no font can.
 */
export const splitSaraAm = (text: string): string =>
  text.replace(/([\u0E31\u0E34-\u0E37\u0E47-\u0E4E]{0,4})\u0E33/g, '\u0E4D$1\u0E32');

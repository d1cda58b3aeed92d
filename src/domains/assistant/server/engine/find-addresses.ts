import type { FoundValue } from './identifiers.ts';

const TYPES =
  'street|st|road|rd|avenue|ave|av|lane|ln|row|quay|drive|dr|boulevard|blvd|alley|terrace|parkway|court|square';
/** Abbreviations of the last word of a street. */
const full: Readonly<Record<string, string>> = {
  st: 'street',
  str: 'street',
  rd: 'road',
  ave: 'avenue',
  av: 'avenue',
  ln: 'lane',
  dr: 'drive',
  blvd: 'boulevard',
};
const WORD = String.raw`[\p{L}\d][\p{L}\d'-]{0,30}`;
const numbered = new RegExp(
  String.raw`(?<![\w$.,-])(\d{1,6}[a-d]?),? ((?:${WORD} ){1,3}?)(${TYPES})(?![\p{L}\d])\.?`,
  'gu',
);
const trailing = new RegExp(
  String.raw`(?<![\w-])((?:${WORD} ){1,3}?)(${TYPES})\.? (?:no\.? |number |#)?(\d{1,6}[a-d]?)(?![\w%.,-]*\d| (?:shares?|users?|assets?|dollars?))`,
  'gu',
);
const street = new RegExp(
  String.raw`(?<![\w-])((?:${WORD} ){1,3})(street|st|road|rd|avenue|ave|lane|row|quay|boulevard|blvd|drive)(?![\p{L}\d])`,
  'gu',
);
/** A house number before capitalized words: "590 Eastgate". */
const capitalized =
  /(?<![\w$.,-])(\d{1,6}[a-d]?) (\p{Lu}[\p{L}'-]{2,30}(?: \p{Lu}[\p{L}'-]{2,30}){0,2})(?![\p{L}\d])/gu;

/**
 * Finds addresses: a house number and a street in either order, or a street alone. `isKnown` reports words that have
 * another meaning.
 */
export function findAddresses(text: string, folded: string, isKnown: (word: string) => boolean): FoundValue[] {
  const found: FoundValue[] = [];
  let rest = folded;
  const take = (start: number, end: number, value: string) => {
    found.push({ start, end, value: { kind: 'address', value: value.slice(0, 100) } });
    rest = rest.slice(0, start) + '\u0001'.repeat(end - start) + rest.slice(end);
  };
  for (const { index, 0: all, 1: number = '', 2: words = '', 3: type = '' } of folded.matchAll(numbered))
    if (
      words
        .trim()
        .split(' ')
        .every((word) => !isFunctionWord(word))
    )
      take(index, index + all.replace(/\.$/, '').length, `${number} ${words}${full[type] ?? type}`);
  for (const { index, 0: all, 1: words = '', 2: type = '', 3: number = '' } of rest.matchAll(trailing)) {
    const name = streetWords(words, isKnown);
    if (name !== '')
      take(index + words.length - name.length - 1, index + all.length, `${number} ${name} ${full[type] ?? type}`);
  }
  for (const { index, 0: all, 1: words = '', 2: type = '' } of rest.matchAll(street)) {
    const name = streetWords(words, isKnown);
    if (name !== '') take(index + words.length - name.length - 1, index + all.length, `${name} ${full[type] ?? type}`);
  }
  for (const { index, 0: all, 1: number = '', 2: words = '' } of text.matchAll(capitalized)) {
    const plain = rest.slice(index, index + all.length);
    const parts = words.toLowerCase().split(' ');
    if (!plain.includes('\u0001') && parts.every((word) => !isKnown(word) && !MONTHS.test(word)))
      take(index, index + all.length, `${number} ${words}`);
  }
  return found;
}

/** The last words before the type of a street that mean nothing else: "properties on garden hill road" is about garden hill. */
function streetWords(words: string, isKnown: (word: string) => boolean): string {
  const all = words.trim().split(' ');
  const from = all.findLastIndex((word) => isFunctionWord(word) || isKnown(word));
  return all.slice(from + 1).join(' ');
}

const MONTHS = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*$/;
const FUNCTION_WORDS = new Set(
  'a an and are as at by do does for from had has have how i in is it its last me my near newest no of off on or our per than that the their this to total was were what when where which who whose why with your'.split(
    ' ',
  ),
);
const isFunctionWord = (word: string) => FUNCTION_WORDS.has(word) || word.includes('\u0001');

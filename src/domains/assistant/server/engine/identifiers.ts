import type { Value } from './atoms.ts';

export type FoundValue = {
  readonly start: number;
  readonly end: number;
  readonly value: Value;
  readonly quoted?: boolean;
};

const MONTHS_AND_PROSE =
  'in|on|of|at|for|since|from|until|to|by|the|and|year|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|march|april|june|july|batch|block|last|first|q1|q2|q3|q4|asset|item|lot|than|over|above|below|under|about|around|with|least|most|exactly|only|between|before|after|is|are|was|has|have|had|top|order|page|user|users';

type Rule = {
  readonly kind: Value['kind'];
  readonly pattern: RegExp;
  readonly read?: (match: RegExpExecArray) => string | undefined;
};

/** Rules for values with a recognizable form, the most specific first. No pattern repeats without a bound. */
const rules: readonly Rule[] = [
  { kind: 'hash', pattern: /(?<![0-9a-z])(?:0x)?([0-9a-f]{64})(?![0-9a-z])/g, read: (match) => match[1] },
  {
    kind: 'code',
    pattern:
      /(?<![\w.-])((?:trace|ledger|participants|registry|market|payments|billing|assistant|audit|observability|developers|demo|request|server|platform)\.[a-z][a-z_]{2,50})(?![\w-])/g,
  },
  { kind: 'asset', pattern: /(?<!\w)(?:urn:[\w:.*-]{4,150}|https?:\/\/[\w.-]{3,60}\/[\w./()%?=&-]{1,150})/g },
  {
    kind: 'bill',
    pattern: /(?<![\w-])(20\d\d(?:-[0-9a-z]{4}){3})(?![\w-])/g,
    read: ([text]) => text.toUpperCase(),
  },
  {
    kind: 'property',
    pattern: /(?<![\w-])hb-\d{4}-\d{3}(?:-[a-z0-9]{1,4}){0,2}(?![\w-])/g,
    read: ([text]) => text.toUpperCase(),
  },
  {
    kind: 'batch',
    pattern:
      /\b(?:batch|charge)(?: (?:no\.?|nr\.?|number|id|called|named))?[ :#]{1,3}((?=[\w.-]{0,40}\d)[a-z0-9][\w.-]{1,40}\w)/g,
    read: (match) => match[1]?.toUpperCase(),
  },
  { kind: 'batch', pattern: /(?<![\w-])([a-z]{2,6}-b\d{1,3})(?![\w-])/g, read: ([text]) => text.toUpperCase() },
  {
    kind: 'block',
    pattern:
      /(?:\bblo?c?ks?(?: (?:no\.?|nr\.?|number|index|height|at index))?[ :#]{0,3}|(?<![\w&])# ?)(\d{1,3}(?:,\d{3}){1,4}|\d{1,15})(?![\w-])/g,
    read: (match) => match[1]?.replaceAll(',', ''),
  },
  {
    kind: 'asset',
    pattern: new RegExp(
      `(?<![\\w-])(?!(?:${MONTHS_AND_PROSE})[ -])([a-z]{2,6}(?:-[a-z]{1,3})?)[ _/.-]?(20\\d\\d)[ _/.-]?(\\d{1,4})(?![\\w-])`,
      'g',
    ),
    read: ([, prefix = '', year = '', number = '']) => `${prefix}-${year}-${number}`.toUpperCase(),
  },
  {
    kind: 'asset',
    pattern:
      /(?<![\w<.-])(?=[\w.-]{0,60}\d)(?=[\w.-]{0,60}[a-z])(?!\d{1,4}(?:st|nd|rd|th)\b)[a-z0-9]{1,40}(?:[-_.][a-z0-9]{1,40}){1,8}(?![\w>])/g,
  },
  { kind: 'asset', pattern: /(?<![\w<.-])[a-z]{2,8}\d{3,12}(?![\w>-])/g },
  { kind: 'asset', pattern: /(?<![\w<.-])(?:\d{12,14}|\d{18})(?![\w>-])/g },
];

/** Finds quoted text and everything that is written as an id. `message` and `folded` have the same length. */
export function findIdentifiers(message: string, folded: string): FoundValue[] {
  const found: FoundValue[] = [];
  let rest = folded;
  const take = (start: number, end: number) => {
    rest = rest.slice(0, start) + '\u0001'.repeat(end - start) + rest.slice(end);
  };
  for (const match of folded.matchAll(/"([^"]{1,200})"|(?<![\w])'([^']{2,200})'(?!\w)/g)) {
    const value = message.slice(match.index + 1, match.index + match[0].length - 1).trim();
    if (value === '') continue;
    found.push({
      start: match.index,
      end: match.index + match[0].length,
      value: { kind: 'text', value },
      quoted: true,
    });
    take(match.index, match.index + match[0].length);
  }
  for (const { kind, pattern, read } of rules)
    for (const match of rest.matchAll(pattern)) {
      if (/^\d{4}-\d\d-\d\d$/.test(match[0]) || match[0].includes('\u0001')) continue;
      const end = match.index + match[0].replace(/[.]$/, '').length;
      const written = message.slice(match.index, end);
      found.push({
        start: match.index,
        end,
        value: { kind, value: (read?.(match as RegExpExecArray) ?? written).slice(0, 200) },
      });
      take(match.index, end);
    }
  return found.toSorted((a, b) => a.start - b.start);
}

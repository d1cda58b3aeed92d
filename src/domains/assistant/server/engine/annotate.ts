import type { Atom, Sense } from './atoms.ts';
import { findAddresses } from './find-addresses.ts';
import { findMeasures } from './find-measures.ts';
import { type FoundValue, findIdentifiers } from './identifiers.ts';
import { asInstructed } from './instructions.ts';
import type { KnownNames } from './known-names.ts';
import type { Lexicon } from './lexicon/lexicon.ts';
import { lookUp, misspelledPhrase } from './look-up.ts';
import { foldAligned, READ_MAX } from './normalise.ts';
import { findPeriods } from './periods.ts';
import { asPercentage } from './share-of.ts';
import { correctSpelling } from './spelling.ts';
import { formOf } from './word-forms.ts';

export type Annotated = {
  readonly atoms: readonly Atom[];
  readonly corrections: readonly Correction[];
  /** False if names were only partly compared with misspellings. */
  readonly complete: boolean;
};

export type Correction = { readonly from: string; readonly to: string };

type Word = {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly possessive: boolean;
  readonly joined: boolean;
};

const WORD = /[\p{L}\p{N}][\p{L}\p{N}'_]*|[&]/gu;
/** Words after which an unknown word is a place or a name, which only the ledger can correct. */
const NAMES_FOLLOW = /^(?:in|at|near|from|to|via|through|called|named|around|towards)$/;
/** Words that may follow those words and be misspelled nevertheless. */
const CLOSED =
  /^(?:transit|january|february|march|april|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|custody|stock|total|detail|pharma|food|electronics|luxury)$/;
const TIME_WORDS =
  'january february march april june july august september october november december monday tuesday wednesday thursday friday saturday sunday today yesterday week month year days weeks months'.split(
    ' ',
  );

/** Recognizes the names in a message and the meanings of its words. Looks nothing up. */
export function annotate(
  message: string,
  of: { lexicon: Lexicon; names: KnownNames; now: number; withoutNeighborhoods?: boolean },
): Annotated {
  const { lexicon, names, now } = of;
  const corrections: Correction[] = [];
  const text = correctTimes(message.slice(0, READ_MAX), corrections).slice(0, READ_MAX);
  const isKnown = (word: string) => lookUp(lexicon, [word]) !== undefined;
  let folded = foldAligned(text);
  const identifiers = findIdentifiers(text, folded);
  folded = blank(folded, identifiers);
  const measures = [...findAddresses(blank(text, identifiers), folded, isKnown)];
  folded = blank(folded, measures);
  if (of.withoutNeighborhoods !== true)
    for (const { name, start, end } of names.findNeighborhoods(folded))
      measures.push({ start, end, value: { kind: 'neighborhood', value: name } });
  folded = blank(folded, measures);
  measures.push(...findMeasures(folded));
  folded = blank(folded, measures);
  const named = names.find(folded, isKnown);
  const people = named.found
    .filter(({ start, end }) => !(lexicon.find(folded.slice(start, end)) !== undefined))
    .map(({ username, start, end, exact }): FoundValue => {
      if (!exact) corrections.push({ from: text.slice(start, end), to: username });
      return { start, end, value: { kind: 'participant', value: username } };
    });
  const isEnd = (start: number, end: number) =>
    /^(?:the )?(?:last|first|final) day$/.test(folded.slice(start, end)) &&
    /^ of (?:our|my|the|your) (?!month|week|year|quarter)/.test(folded.slice(end));
  const found = findPeriods(blank(folded, people), now).filter(({ start, end }) => !isEnd(start, end));
  const periods = found.map(
    ({ from, to, start, end }): FoundValue => ({
      start,
      end,
      value: {
        kind: 'period',
        value: text.slice(start, end),
        ...(from === undefined || to === undefined ? {} : { from, to }),
      },
    }),
  );
  const values = correctedByWriter([...identifiers, ...measures, ...people, ...periods], text).toSorted(
    (a, b) => a.start - b.start,
  );
  const rest = blank(
    folded,
    values.map((found) => (/^'s\b/.test(folded.slice(found.end)) ? { ...found, end: found.end + 2 } : found)),
  );
  const words = wordsIn(rest);
  const atoms: Atom[] = values.map((value) => atomOf(value, text, folded));
  for (let at = 0; at < words.length; ) {
    const { atom, length } = atomAt(words, at, { lexicon, text, corrections });
    atoms.push(atom);
    at += length;
  }
  const inOrder = atoms.toSorted((a, b) => a.start - b.start);
  return { atoms: asPercentage(asInstructed(inOrder)), corrections, complete: named.complete };
}

/** A value that the writer takes back before naming the right one: "590... no, 507 Main Street". */
const TAKEN_BACK =
  /(?<![\w-])[\w-]*\d[\w-]*(?: ?(?:\.{2,}|…|,|-))? (?:no|sorry|i mean|make that|rather|correction)[,:.]* $/i;

/** Lets a value begin with what its writer replaced by it, so that nothing of that is read. */
const correctedByWriter = (values: readonly FoundValue[], text: string): FoundValue[] =>
  values
    .map((found) => {
      const before = TAKEN_BACK.exec(text.slice(Math.max(0, found.start - 60), found.start));
      return before === null ? found : { ...found, start: found.start - before[0].length };
    })
    .filter(
      (found, _, all) => !all.some((other) => other !== found && other.start <= found.start && found.end < other.end),
    );

function atomOf({ start, end, value, quoted }: FoundValue, text: string, folded: string): Atom {
  return {
    start,
    end,
    raw: text.slice(start, end),
    text: folded.slice(start, end),
    senses: [{ k: 'value', of: '', v: value }],
    ...(quoted ? { quoted } : {}),
    ...(/^'s\b/.test(folded.slice(end)) || text.slice(start, end).endsWith("'s") ? { possessive: true } : {}),
  };
}

function atomAt(
  words: readonly Word[],
  at: number,
  { lexicon, text, corrections }: { lexicon: Lexicon; text: string; corrections: Correction[] },
): { atom: Atom; length: number } {
  const first = words[at] as Word;
  const atomFor = (length: number, senses: readonly Sense[], corrected?: string): { atom: Atom; length: number } => {
    const last = words[at + length - 1] ?? first;
    const raw = text.slice(first.start, last.end);
    const phrase = words
      .slice(at, at + length)
      .map((word) => word.text)
      .join(' ');
    return {
      length,
      atom: {
        start: first.start,
        end: last.end,
        raw,
        text: phrase,
        senses,
        ...(last.possessive ? { possessive: true } : {}),
        ...(corrected === undefined ? {} : { corrected }),
      },
    };
  };
  const longest = Math.max(lexicon.longest(first.text), lexicon.longest(formOf(first.text).lemma));
  for (let length = Math.min(longest, words.length - at); length > 0; length--) {
    const phrase = words.slice(at, at + length);
    const senses = lookUp(
      lexicon,
      phrase.map((word) => word.text),
    );
    if (senses !== undefined) return atomFor(length, senses);
  }
  const misspelled = misspelledPhrase(words, at, lexicon, longest);
  if (misspelled !== undefined) {
    const [, second] = misspelled;
    corrections.push({ from: text.slice(words[at + 1]?.start, words[at + 1]?.end), to: second });
    return atomFor(2, lookUp(lexicon, misspelled) ?? [], misspelled.join(' '));
  }
  if (/^\d+$/.test(first.text)) return atomFor(1, [{ k: 'number', v: Number(first.text) }]);
  const [article, outer] = [words[at - 1]?.text ?? '', words[at - 2]?.text ?? ''];
  const before = /^(?:the|a|an|our|my|your|their)$/.test(article) ? outer : article;
  const isName = /^\p{Lu}/u.test(text.slice(first.start)) && at > 0;
  const fixed =
    isName || first.joined || formOf(first.text).english || lexicon.words.has(first.text)
      ? undefined
      : correctSpelling(first.text, lexicon.words);
  if (fixed !== undefined && (!NAMES_FOLLOW.test(before) || CLOSED.test(fixed) || isDeed(lexicon, fixed))) {
    corrections.push({ from: text.slice(first.start, first.end), to: fixed });
    const corrected = [...words];
    corrected[at] = { ...first, text: fixed };
    const { atom, length } = atomAt(corrected, at, { lexicon, text, corrections });
    return { atom: { ...atom, corrected: first.text }, length };
  }
  return atomFor(1, []);
}

/** "At reciept": what follows such a word may be an event instead of a place. */
const isDeed = (lexicon: Lexicon, word: string) =>
  word.length >= 6 && lexicon.find(word)?.some((sense) => sense.k === 'action' && sense.form === 'deed') === true;

/** Splits into words. A hyphen separates them; an apostrophe with s is dropped and remembered. */
function wordsIn(text: string): Word[] {
  return Array.from(text.matchAll(WORD), ({ 0: written, index: start }) => {
    const possessive = /'s$|s'$/.test(written);
    const word = written.replace(/'s$|'$/, '').replace(/^'/, '');
    return {
      text: word.replace(/'(?:re|ve|ll|d|m)$/, ''),
      start,
      end: start + written.replace(/'s?$/, '').length,
      possessive,
      joined:
        /[\p{L}\p{N}]-$/u.test(text.slice(Math.max(0, start - 2), start)) ||
        /^-[\p{L}\p{N}]/u.test(text.slice(start + written.length)),
    };
  }).filter(({ text: word }) => word !== '');
}

/** Corrects misspelled months, weekdays and units outside of quotes, before dates are read. */
function correctTimes(message: string, corrections: Correction[]): string {
  const known = new Set(TIME_WORDS);
  return message.replaceAll(/"[^"]{0,300}"|(?<![\w-])[A-Za-z]{6,10}(?![\w-])/g, (written) => {
    const word = written.toLowerCase();
    const fixed = known.has(word) || known.has(word.replace(/s$/, '')) ? undefined : correctSpelling(word, known);
    if (fixed === undefined) return written;
    corrections.push({ from: written, to: fixed });
    return fixed;
  });
}

function blank(text: string, spans: readonly { start: number; end: number }[]): string {
  let out = text;
  for (const { start, end } of spans) out = out.slice(0, start) + '\u0001'.repeat(end - start) + out.slice(end);
  return out;
}

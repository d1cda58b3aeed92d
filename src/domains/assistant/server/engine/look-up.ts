import type { Sense } from './atoms.ts';
import type { Lexicon } from './lexicon/lexicon.ts';
import { correctSpelling } from './spelling.ts';
import { formOf } from './word-forms.ts';

/** "Quality checkd": a phrase of two words, of which the second is misspelled. */
export function misspelledPhrase(
  words: readonly { readonly text: string; readonly joined: boolean }[],
  at: number,
  lexicon: Lexicon,
  longest: number,
): readonly [string, string] | undefined {
  const [first, second] = words.slice(at, at + 2);
  if (first === undefined || second === undefined || longest < 2 || lexicon.find(first.text) !== undefined)
    return undefined;
  if (second.joined || formOf(second.text).english || lookUp(lexicon, [second.text]) !== undefined) return undefined;
  const fixed = correctSpelling(second.text, lexicon.words);
  return fixed !== undefined && lookUp(lexicon, [first.text, fixed]) !== undefined ? [first.text, fixed] : undefined;
}

/** A base form has the meaning of the word, except that "the assets" are not "the asset". */
const withoutPronouns = (senses: readonly Sense[] | undefined) => {
  const others = senses?.filter(({ k }) => k !== 'pronoun');
  return others === undefined || others.length === 0 ? undefined : others;
};

export function lookUp(lexicon: Lexicon, words: readonly string[]): readonly Sense[] | undefined {
  const written = lexicon.find(words.join(' '));
  if (written !== undefined) return written;
  // "B4" is a dock, and not a short "before".
  const lemmas = words.map((word) => (/\d/.test(word) ? word : formOf(word).lemma));
  if (words.length === 1 && isDegree(words[0] ?? '', lemmas[0] ?? '')) return undefined;
  // "In orders" is not "in order".
  if (words.join(' ') === 'in orders') return undefined;
  // "Buildings valued" is no building value.
  if (words.length > 1 && words[0] === `${lemmas[0]}s` && /ed$/.test(words.at(-1) ?? '')) return undefined;
  return withoutPronouns(
    lexicon.find([lemmas[0], ...words.slice(1)].join(' ')) ??
      lexicon.find([...words.slice(0, -1), lemmas.at(-1)].join(' ')) ??
      lexicon.find(lemmas.join(' ')),
  );
}

/** "Quickest" means more than "quick". */
const isDegree = (word: string, lemma: string) => /(?:er|est)$/.test(word) && !/(?:er|est)$/.test(lemma);

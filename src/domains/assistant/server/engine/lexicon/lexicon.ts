import type { Noun, Vocabulary } from '#platform/contract/assistant-vocabulary.ts';
import type { Sense, Value } from '../atoms.ts';
import { closedWords } from './closed-words.ts';
import { type Domain, domainNouns } from './domain-nouns.ts';

export type Lexicon = {
  /** Returns the senses of a phrase in normalized spelling, or undefined. */
  find(phrase: string): readonly Sense[] | undefined;
  /** The number of words of the longest phrase that begins with a word. */
  longest(word: string): number;
  /** Single words that a misspelled word may mean. */
  readonly words: ReadonlySet<string>;
  /** Returns the lexicon of questions about one domain, in which words have the meanings of that domain. */
  within(domain: Domain): Lexicon;
};

const PHRASE_WORDS_MAX = 6;

type Meaning = { readonly sense: Sense; readonly noun: string | undefined; readonly weak: boolean };

/** Compiles the vocabularies of all domains and the closed words into one lexicon. */
export function compileLexicon(vocabularies: Vocabulary): Lexicon {
  const meanings = new Map<string, Meaning[]>();
  const add = (phrase: string, meaning: Meaning) => {
    const key = phrase.toLowerCase();
    meanings.set(key, [...(meanings.get(key) ?? []), meaning]);
  };
  for (const noun of vocabularies) {
    const weak = new Set((noun.weak ?? []).flatMap((word) => [...formsOfNoun(word), ...formsOfVerb(word)]));
    for (const [phrase, sense] of sensesOf(noun)) add(phrase, { sense, noun: noun.noun, weak: weak.has(phrase) });
  }
  for (const [phrase, sense] of closedWords) add(phrase, { sense, noun: undefined, weak: false });
  const within = new Map<Domain, Lexicon>();
  const whole = indexSenses(meanings, (all) => all.filter(({ weak }) => !weak));
  const lexicon: Lexicon = {
    ...whole,
    within(domain) {
      const known = within.get(domain) ?? {
        ...indexSenses(meanings, (all) => meaningsWithin(domain, all)),
        within: lexicon.within,
      };
      within.set(domain, known);
      return known;
    },
  };
  return lexicon;
}

/** The meanings of a phrase in questions about a domain: its own and those of closed words, otherwise those of all. */
function meaningsWithin(domain: Domain, all: readonly Meaning[]): readonly Meaning[] {
  const own = all.filter(({ noun }) => noun !== undefined && domainNouns[domain].includes(noun));
  return own.length === 0 ? all.filter(({ weak }) => !weak) : [...own, ...all.filter(({ noun }) => noun === undefined)];
}

function indexSenses(
  meanings: ReadonlyMap<string, readonly Meaning[]>,
  choose: (all: readonly Meaning[]) => readonly Meaning[],
): Pick<Lexicon, 'find' | 'longest' | 'words'> {
  const senses = new Map<string, Sense[]>();
  const longest = new Map<string, number>();
  const words = new Set<string>();
  for (const [phrase, all] of meanings) {
    const chosen = choose(all).map(({ sense }) => sense);
    if (chosen.length === 0) continue;
    senses.set(phrase, chosen);
    const parts = phrase.split(' ');
    const first = parts[0] ?? '';
    longest.set(first, Math.min(PHRASE_WORDS_MAX, Math.max(longest.get(first) ?? 0, parts.length)));
    for (const part of parts) if (/^[a-z]{4,}$/.test(part)) words.add(part);
  }
  return { find: (phrase) => senses.get(phrase), longest: (word) => longest.get(word) ?? 0, words };
}

function* sensesOf({ noun, synonyms, fields, values = {}, verbs = {}, deeds = {} }: Noun): Generator<[string, Sense]> {
  for (const word of [noun, ...synonyms]) {
    yield [word, { k: 'noun', v: noun }];
    yield [pluralOf(word), { k: 'noun', v: noun, plural: true }];
  }
  for (const [field, words] of Object.entries(fields))
    for (const word of words) for (const form of formsOfNoun(word)) yield [form, { k: 'field', of: noun, v: field }];
  for (const [kind, ofKind] of Object.entries(values))
    for (const [value, words] of Object.entries(ofKind))
      for (const word of words)
        for (const form of formsOfNoun(word))
          yield [form, { k: 'value', of: noun, v: { kind: kind as Value['kind'], value } }];
  for (const [action, words] of Object.entries(verbs))
    for (const word of words)
      for (const form of formsOfVerb(word)) yield [form, { k: 'action', v: action, form: 'verb', of: noun }];
  for (const [action, words] of Object.entries(deeds))
    for (const word of words)
      for (const form of formsOfNoun(word)) yield [form, { k: 'action', v: action, form: 'deed', of: noun }];
}

/** "In order" has no plural. */
const formsOfNoun = (word: string) =>
  word === pluralOf(word) || /^(?:in|on|at|to|for|of|up|by|under|with|without|not|how) /.test(word)
    ? [word]
    : [word, pluralOf(word)];

function pluralOf(word: string): string {
  if (/(ics|ss|goods)$/.test(word)) return word;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(s|x|ch|sh|z)$/.test(word) ? `${word}es` : `${word}s`;
}

/** Irregular past forms. The others follow from the infinitive. */
const pasts: Readonly<Record<string, string>> = {
  make: 'made',
  send: 'sent',
  build: 'built',
  take: 'took',
  bring: 'brought',
  come: 'came',
  go: 'went',
  pay: 'paid',
};

/** Returns the forms of a verb; of a phrase, its first word is inflected, or its last for `quality check`. */
export function formsOfVerb(phrase: string): string[] {
  const [first = '', ...rest] = phrase.split(' ');
  if (phrase === 'quality check') return ['quality check', 'quality checks', 'quality checked', 'quality checking'];
  const tail = rest.length === 0 ? '' : ` ${rest.join(' ')}`;
  const stem = first.endsWith('e') ? first.slice(0, -1) : /(?:[^aeiou][aeiou]p)$/.test(first) ? `${first}p` : first;
  const past = pasts[first] ?? (/[^aeiou]y$/.test(first) ? `${first.slice(0, -1)}ied` : `${stem}ed`);
  return [first, pluralOf(first), past, `${stem}ing`, ...(first === 'take' ? ['taken'] : [])].map(
    (form) => form + tail,
  );
}

import { spellingDistance } from '#platform/contract/spelling-distance.ts';
import { fold } from './normalise.ts';

/** Finds the names of participants in questions. */
export type KnownNames = {
  /**
   * Returns the participants that a normalized text names, in order, with their positions. Phrases of known words alone
   * are no misspelled names. `complete` is false if the text needs more comparisons with misspelled names than one
   * question may use.
   */
  find(
    text: string,
    isKnownWord?: (word: string) => boolean,
  ): { usernames: string[]; found: FoundName[]; complete: boolean };
  /** Returns the neighborhoods that a normalized text names as written, with their positions. */
  findNeighborhoods(text: string): { name: string; start: number; end: number }[];
};

/** `exact` is false for a name that was misspelled. */
export type FoundName = {
  readonly username: string;
  readonly start: number;
  readonly end: number;
  readonly exact: boolean;
};

export type Named = { readonly username: string; readonly displayName?: string | undefined };

/** Misspellings are found in phrases of up to 4 words and 6 to 40 characters. Longer names match only as written. */
const MISSPELLED_WORDS = [4, 3, 2, 1];
const MISSPELLED_MIN = 6;
const MISSPELLED_MAX = 40;
/** Comparisons of spellings for one question: about 20 ms. Honest questions need a few hundred. */
const COMPARISONS_MAX = 20_000;

/** Matches names as written, with spaces for dashes, and with one or two typos in longer names. */
export function createKnownNames(participants: readonly Named[], neighborhoods: readonly string[] = []): KnownNames {
  const byName = new Map<string, string>();
  for (const { username, displayName = '' } of participants)
    for (const name of [username, displayName]) {
      const key = keyOf(wordsIn(fold(name)));
      if (key !== '') byName.set(key, username);
    }
  const byNeighborhood = new Map(neighborhoods.map((name) => [keyOf(wordsIn(fold(name))), name]));
  const wordCounts = indexWordCounts(byName.keys());
  const resembling = indexSpellings(byName.keys());

  return {
    find(text, isKnownWord = () => false) {
      const words = wordsIn(text);
      const budget = { comparisons: COMPARISONS_MAX };
      const found: FoundName[] = [];
      for (let at = 0; at < words.length; at++) {
        const name = nameAt(words, at, budget, isKnownWord);
        if (name === undefined) continue;
        found.push({ username: name.username, start: words[at]?.start ?? 0, end: name.end, exact: name.exact });
        at += name.words - 1;
      }
      const usernames = [...new Set(found.map(({ username }) => username))];
      return { usernames, found, complete: budget.comparisons > 0 };
    },
    findNeighborhoods: (text) => findPhrases(wordsIn(text), byNeighborhood),
  };

  /** Returns the longest name that begins with the word at `at`. */
  function nameAt(words: readonly Word[], at: number, budget: Budget, isKnownWord: (word: string) => boolean) {
    const first = words[at];
    if (first === undefined || first.joinedBefore) return undefined;
    const phraseOf = (count: number) => {
      const phrase = words.slice(at, at + count);
      const last = phrase[count - 1];
      return last === undefined || last.joinedAfter ? undefined : { phrase, key: keyOf(phrase), end: last.end };
    };
    const counts = [...(wordCounts.get(first.text) ?? [])].toSorted((a, b) => b - a);
    for (const count of counts) {
      const found = phraseOf(count);
      const username = found && byName.get(found.key);
      if (found !== undefined && username !== undefined) return { username, words: count, end: found.end, exact: true };
    }
    for (const count of MISSPELLED_WORDS) {
      const found = phraseOf(count);
      if (found === undefined || found.phrase.every(({ text }) => isKnownWord(text))) continue;
      const name = resembling(found.key, budget);
      const username = name === undefined ? undefined : byName.get(name);
      if (username !== undefined) return { username, words: count, end: found.end, exact: false };
    }
    return undefined;
  }
}

/** Words of the longest name of a neighborhood that is found. */
const PHRASE_WORDS_MAX = 4;

function findPhrases(words: readonly Word[], known: ReadonlyMap<string, string>) {
  const found: { name: string; start: number; end: number }[] = [];
  for (let at = 0; at < words.length; at++)
    for (let count = Math.min(PHRASE_WORDS_MAX, words.length - at); count > 0; count--) {
      const phrase = words.slice(at, at + count);
      const name = known.get(keyOf(phrase));
      if (name === undefined) continue;
      found.push({ name, start: phrase[0]?.start ?? 0, end: phrase.at(-1)?.end ?? 0 });
      at += count - 1;
      break;
    }
  return found;
}

type Budget = { comparisons: number };

type Word = {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Whether a dash joins it to the word before or after: part of a name is not the name. */
  readonly joinedBefore: boolean;
  readonly joinedAfter: boolean;
};

function wordsIn(text: string): Word[] {
  return Array.from(text.matchAll(/[\p{L}\p{N}'.]*[\p{L}\p{N}]/gu), ({ 0: written, index: start }) => {
    const end = start + written.length;
    return {
      text: written.replaceAll(/'s$|[.']/g, ''),
      start,
      end,
      joinedBefore: /[\p{L}\p{N}][-_]$/u.test(text.slice(Math.max(0, start - 2), start)),
      joinedAfter: /^[-_][\p{L}\p{N}]/u.test(text.slice(end, end + 2)),
    };
  }).filter((word) => word.text !== '');
}

const keyOf = (words: readonly Word[]) => words.map(({ text }) => text).join(' ');

/** Returns the numbers of words of the names that begin with a word, so that a phrase is built only if it can match. */
function indexWordCounts(names: Iterable<string>): ReadonlyMap<string, ReadonlySet<number>> {
  const counts = new Map<string, Set<number>>();
  for (const name of names) {
    const words = name.split(' ');
    const first = words[0] ?? '';
    counts.set(first, (counts.get(first) ?? new Set()).add(words.length));
  }
  return counts;
}

/** Returns the look-up of the name that resembles a phrase most. It compares only names of about the same length and letters. */
function indexSpellings(names: Iterable<string>): (phrase: string, budget: Budget) => string | undefined {
  const byLength = new Map<number, { readonly name: string; readonly letters: number }[]>();
  for (const name of names)
    if (name.length <= MISSPELLED_MAX + 2) {
      const alike = byLength.get(name.length) ?? [];
      alike.push({ name, letters: lettersOf(name) });
      byLength.set(name.length, alike);
    }
  return (phrase, budget) => {
    if (phrase.length < MISSPELLED_MIN || phrase.length > MISSPELLED_MAX) return undefined;
    const limit = phrase.length >= 10 ? 2 : 1;
    const letters = lettersOf(phrase);
    let best: string | undefined;
    let distance = limit + 1;
    for (let length = phrase.length - limit; length <= phrase.length + limit; length++)
      for (const { name, letters: its } of byLength.get(length) ?? []) {
        if (budget.comparisons <= 0) return best;
        if (bitCount(letters ^ its) > 2 * limit) continue;
        budget.comparisons--;
        const apart = spellingDistance(phrase, name, limit);
        if (apart < distance) [best, distance] = [name, apart];
      }
    return best;
  };
}

/** Returns one bit for each letter that occurs. An edit changes at most two bits. */
function lettersOf(text: string): number {
  let letters = 0;
  for (let at = 0; at < text.length; at++) letters |= 1 << (text.charCodeAt(at) & 31);
  return letters;
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

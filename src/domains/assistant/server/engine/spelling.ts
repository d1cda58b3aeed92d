import { spellingDistance } from '#platform/contract/spelling-distance.ts';

/**
 * Returns the known word for a misspelled one, or undefined if none is close enough or several are equally close. Short
 * words stay as they are. A few hundred comparisons for each word.
 */
export function correctSpelling(word: string, known: ReadonlySet<string>): string | undefined {
  if (word.length < 4 || word.length > 18 || !/^[a-z]+$/.test(word)) return undefined;
  const limit = word.length >= 8 ? 2 : 1;
  let best: string[] = [];
  let distance = limit + 1;
  for (const candidate of known) {
    if (candidate[0] !== word[0] || Math.abs(candidate.length - word.length) > limit) continue;
    const apart = spellingDistance(word, candidate, limit);
    if (apart > limit || apart > distance) continue;
    best = apart < distance ? [candidate] : [...best, candidate];
    distance = apart;
  }
  // A dropped letter is the most frequent typo, so a word that has all the letters in their order comes first.
  const dropped = best.filter((candidate) => isWithin(word, candidate));
  // Forms of one word, such as event and events, are no rivals.
  const likely = (dropped.length > 0 ? dropped : best).filter((candidate) => !isDerived(word, candidate));
  const [first, ...others] = likely.toSorted((a, b) => a.length - b.length);
  if (first === undefined) return undefined;
  return others.every((other) => other.startsWith(first)) ? closestInLength(word, [first, ...others]) : undefined;
}

/** "Validator" is derived from "validate", and no misspelling of "validates". */
function isDerived(word: string, candidate: string): boolean {
  const stem = /^(.{4,}?)(?:ors?|ers?|ions?|ments?|ists?|able|ibles?|ness)$/.exec(word)?.[1];
  return stem !== undefined && candidate.startsWith(stem) && /^(?:e?s?|ed|ing)$/.test(candidate.slice(stem.length));
}

function isWithin(word: string, candidate: string): boolean {
  let at = 0;
  for (const letter of candidate) if (letter === word[at]) at += 1;
  return at === word.length;
}

const closestInLength = (word: string, all: readonly string[]) =>
  all.toSorted((a, b) => Math.abs(a.length - word.length) - Math.abs(b.length - word.length))[0];

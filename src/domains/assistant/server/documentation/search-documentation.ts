import MiniSearch from 'minisearch';
import { fold } from '../engine/normalise.ts';
import type { Section } from './read-documentation.ts';
import { contentWords, spelledOut, stem, synonymsOf } from './words.ts';

/** A section with its score, comparable only within one search. */
export type FoundSection = Section & {
  readonly score: number;
  /** Words of the question that it does not contain. */
  readonly missing: readonly string[];
  /** The share of the question that its title and the words that readers ask with contain, from 0 to 1. */
  readonly about: number;
};

export type Documentation = {
  /** Returns the sections that match a question best, best first, or none. */
  search(question: string, limit?: number): FoundSection[];
};

/** The minimum share of the question that a section must contain. */
const SHARE_MIN = 0.5;
/** The factor by which the words of a phrase count more than the same words apart. */
const PHRASE_BONUS = 1.5;
const FIELD_WEIGHTS = { title: 3, asked: 2.5, text: 1 } as const;
const PAGE_WEIGHTS: Readonly<Record<string, number>> = { api: 0.15, glossary: 0.7 };

/** A word that means the same counts less than the word itself. */
const SYNONYM_WEIGHT = 0.6;

type Match = { readonly weight: number; readonly isAbout: boolean };

/**
 * Indexes sections for full-text search. A word counts by its rarity, and most in a title or among the words that readers ask with;
 * phrases count more than their words. Prefixes match, and longer words tolerate a typo.
 */
export function indexDocumentation(sections: readonly Section[]): Documentation {
  const index = new MiniSearch<Section>({
    fields: ['title', 'asked', 'text'],
    processTerm: (term) => stem(fold(term)),
    extractField: (section, field) => {
      const value = section[field as keyof Section];
      return Array.isArray(value) ? value.join(' ') : String(value);
    },
  });
  index.addAll([...sections]);
  const byId = new Map(sections.map((section) => [section.id, section]));
  const phrases = sections.flatMap(({ id, title, asked }) =>
    [title, ...asked].map((phrase) => ({ id, words: wordsOf(phrase) })).filter(({ words }) => words.length > 1),
  );

  /** Returns the occurrences of a word, and where it does not occur, those of words that mean the same. */
  function find(word: string): ReadonlyMap<string, Match> {
    const found = new Map(findSpelled(word));
    for (const synonym of synonymsOf(word))
      for (const [id, { weight, isAbout }] of findSpelled(synonym))
        if (!found.has(id)) found.set(id, { weight: weight * SYNONYM_WEIGHT, isAbout });
    return found;
  }

  /** Returns the occurrences of a word, of words with the same prefix, or else of a similar word. */
  function findSpelled(word: string): ReadonlyMap<string, Match> {
    const exact = index.search(word, { prefix: word.length > 4 });
    const isMisspelled = exact.length === 0 && word.length >= 5;
    const hits = isMisspelled ? index.search(word, { fuzzy: 0.2 }) : exact;
    // "Smell" is not a misspelled "sell": for a short word, similarity proves nothing.
    const proves = !isMisspelled || word.length >= 7;
    return new Map(
      hits.map(({ id, match }) => {
        const fields = new Set(Object.values(match).flat()) as ReadonlySet<keyof typeof FIELD_WEIGHTS>;
        const [best = 0, ...others] = [...fields].map((field) => FIELD_WEIGHTS[field]).toSorted((a, b) => b - a);
        const weight = best + others.reduce((sum, other) => sum + other / 4, 0);
        return [String(id), { weight, isAbout: proves && (fields.has('title') || fields.has('asked')) }];
      }),
    );
  }

  return {
    search(question, limit = 3) {
      const all = wordsOf(question);
      const spoken = ` ${all.join(' ')} `;
      const inPhrase = new Map<string, Set<string>>();
      for (const { id, words } of phrases)
        if (spoken.includes(` ${words.join(' ')} `)) {
          const covered = inPhrase.get(id) ?? new Set();
          for (const word of words) covered.add(word);
          inPhrase.set(id, covered);
        }
      const asked = contentWords(question).map((word) => {
        const places = find(word);
        return { word, key: stem(word), places, rarity: Math.log(1 + sections.length / Math.max(1, places.size)) };
      });
      const total = asked.reduce((sum, { rarity }) => sum + rarity, 0);
      const found = [...new Set([...inPhrase.keys(), ...asked.flatMap(({ places }) => [...places.keys()])])].flatMap(
        (id) => {
          const section = byId.get(id);
          if (section === undefined) return [];
          const covered = inPhrase.get(id);
          const score = { sum: 0, covers: 0, about: 0 };
          for (const { key, places, rarity } of asked) {
            const place = places.get(id);
            const isCovered = covered?.has(key) === true;
            if (place === undefined && !isCovered) continue;
            score.covers += rarity;
            if (isCovered || place?.isAbout === true) score.about += rarity;
            score.sum += rarity * ((place?.weight ?? 1) + (isCovered ? PHRASE_BONUS : 0));
          }
          // The small words of "log in" distinguish it from "audit log".
          const small = [...(covered ?? [])].filter((word) => asked.every(({ key }) => key !== word)).length;
          const share = total === 0 ? 1 : score.covers / total;
          if (share < SHARE_MIN) return [];
          const missing = asked
            .filter(({ key, places }) => !places.has(id) && covered?.has(key) !== true)
            .map(({ word }) => word);
          const about = total === 0 ? 1 : score.about / total;
          return [
            { ...section, score: (score.sum + small) * share * (PAGE_WEIGHTS[section.page] ?? 1), missing, about },
          ];
        },
      );
      const ranked = found.toSorted((a, b) => b.score - a.score);
      return ranked.filter(({ score }) => score > (ranked[0]?.score ?? 0) * 0.5).slice(0, limit);
    },
  };
}

/** The words of a phrase but for articles and possessives, which readers exchange. */
const wordsOf = (text: string) =>
  spelledOut(text)
    .slice(0, 400)
    .filter((word) => !/^(?:an?|the|my|our|your|this|that)$/.test(word))
    .map(stem);

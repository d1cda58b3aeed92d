import MiniSearch from 'minisearch';
import { fold } from '../engine/normalise.ts';
import type { Section } from './read-documentation.ts';

/** A section with its score, comparable only within one search. */
export type FoundSection = Section & {
  readonly score: number;
  /** Words of the question that it does not contain. */
  readonly missing: readonly string[];
};

export type Documentation = {
  /** Returns the sections that match a question best, best first, or none. */
  search(question: string, limit?: number): FoundSection[];
};

/** The least share of the question's words that a section must contain. */
const SHARE_MIN = 0.5;

/** Indexes sections for full-text search. Titles weigh most; prefixes match, and longer words tolerate a typo. */
export function indexDocumentation(sections: readonly Section[]): Documentation {
  const index = new MiniSearch<Section>({
    fields: ['title', 'text', 'source'],
    storeFields: ['id'],
    processTerm: (term) => stem(fold(term)),
    searchOptions: {
      boost: { title: 4, source: 1.2 },
      fuzzy: (term) => (term.length > 5 ? 0.2 : false),
      prefix: (term) => term.length > 4,
      boostDocument: (id) => (String(id).startsWith('api#') ? 0.12 : String(id).startsWith('glossary#') ? 0.7 : 1),
    },
  });
  index.addAll([...sections]);
  const byId = new Map(sections.map((section) => [section.id, section]));
  return {
    search(question, limit = 3) {
      const words = contentWords(question);
      if (words.length === 0) return [];
      const hits = index
        .search(words.join(' '))
        .filter(({ queryTerms }) => new Set(queryTerms).size >= words.length * SHARE_MIN);
      const [first] = hits;
      if (first === undefined) return [];
      return hits
        .filter(({ score }) => score > first.score * 0.5)
        .slice(0, limit)
        .flatMap(({ id, score, queryTerms }) => {
          const section = byId.get(String(id));
          const found = new Set(queryTerms);
          return section === undefined
            ? []
            : { ...section, score, missing: words.filter((word) => !found.has(stem(fold(word)))) };
        });
    },
  };
}

/** Words without a meaning of their own in a question. */
const smallWords = new Set(
  'a an the is are was were be been being am do does did has have had having will would could can should shall may might must i me my we us our you your of in at on to for from with by as and or but if then than so not no yes please kindly let know want need like now here there some more most other also just only very really quickly ever still yet already get gets got go goes make made take see look it its this that these those they them their he she his her one ones whether because while whom whose im ive id whats lets hi hello hey thanks thank okay ok up down back off all any each both few many much such own same too per via about into out over under cairn product system'.split(
    ' ',
  ),
);

const asking = new Set(
  'work works how what when where who which explain tell mean means meaning step steps guide instruction instructions difference possible'.split(
    ' ',
  ),
);

/** The words of a question that carry its meaning, at most 40. */
export function contentWords(question: string): string[] {
  const words = fold(question).match(/[a-z0-9]{2,}/g) ?? [];
  return [...new Set(words.filter((word) => !smallWords.has(word) && !asking.has(word)))].slice(0, 40);
}

/** Strips the few endings that make two forms of one word differ. */
function stem(word: string): string {
  if (word.length < 5) return word.length === 4 && word.endsWith('s') ? word.slice(0, -1) : word;
  return word.replace(/(?:ies)$/, 'y').replace(/(?:ing|ed|ment|ments|es|s)$/, '');
}

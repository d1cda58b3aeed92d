import MiniSearch from 'minisearch';
import { smallWords } from '../engine/lexicon.ts';
import { fold } from '../engine/normalise.ts';
import type { Section } from './read-documentation.ts';

/** A section with its score, comparable only within one search. */
export type FoundSection = Section & { readonly score: number };

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
      boostDocument: (id) => (String(id).startsWith('api#') ? 0.35 : String(id).startsWith('glossary#') ? 0.7 : 1),
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
        .flatMap(({ id, score }) => {
          const section = byId.get(String(id));
          return section === undefined ? [] : { ...section, score };
        });
    },
  };
}

const asking = new Set(
  'how what when where who which explain tell mean means meaning step steps guide instruction instructions difference possible'.split(
    ' ',
  ),
);

function contentWords(question: string): string[] {
  const words = fold(question).match(/[a-z0-9]{2,}/g) ?? [];
  return [...new Set(words.filter((word) => !smallWords.has(word) && !asking.has(word)))].slice(0, 40);
}

/** Strips the few endings that make two forms of one word differ. */
function stem(word: string): string {
  if (word.length < 5) return word.length === 4 && word.endsWith('s') ? word.slice(0, -1) : word;
  return word.replace(/(?:ies)$/, 'y').replace(/(?:ing|ed|ment|ments|es|s)$/, '');
}

import type { Query } from '#domains/assistant/contract.ts';
import type { RouteDefinition } from '#platform/contract/route.ts';
import type { FoundSection } from '../documentation/search-documentation.ts';
import { contentWords, stem } from '../documentation/words.ts';
import { unknown } from './talk.ts';
import { citeScreen, type Draft, listed } from './turn.ts';

/**
 * The minimum share of a question that the title and the words of a section must contain for the section to answer it.
 */
const ABOUT_MIN = 0.75;
/** A section this close to the best is as good an answer. */
const CLOSE = 0.95;

/**
 * Reports whether the best section is about the whole question, so that it may answer a message that does not ask how
 * to do something.
 */
export const isSure = ([best]: readonly FoundSection[]): boolean =>
  best !== undefined && best.page !== 'api' && best.missing.length === 0 && best.about >= ABOUT_MIN;

/**
 * Quotes the best-matching section. Asks back if two match a short question equally, and names words that the guide
 * lacks.
 */
export function quote(question: string, sections: readonly FoundSection[]): Draft {
  const [best, ...others] = sections;
  if (best === undefined) return unknown;
  const { missing } = best;
  const asked = contentWords(question).length;
  const [second] = others;
  if (asked <= 1 && second !== undefined && isGuide(best) && isGuide(second) && second.score > best.score * CLOSE)
    return {
      reply: `Do you mean “${best.title}” or “${second.title}”?`,
      outcome: 'clarify',
      suggestions: [best.title, second.title],
    };
  // A section without a word of the question may be about something else.
  const doubtful = missing.length > 0;
  return {
    reply: doubtful
      ? `The guide has nothing about ${listed(missing.map((word) => `“${word}”`))}. The nearest section is “${best.title}”: ${best.text}`
      : best.text,
    ...(doubtful ? { outcome: 'unknown' as const } : {}),
    citations: sections.map(({ source, title, href }) => ({
      kind: 'document',
      label: `${source} › ${title}`,
      ...(href === undefined ? {} : { href }),
    })),
    blocks: others.slice(0, 2).map(({ title, source, text, href }) => ({
      kind: 'section',
      title,
      source,
      text,
      ...(href === undefined ? {} : { href }),
    })),
  };
}

const isGuide = ({ page }: FoundSection) => page !== 'api' && page !== 'glossary';

/** Quotes the section that a term names, or whose text defines it: `In transit: …`. */
export function explainTerm(term: string, search: (words: string) => readonly FoundSection[]): Draft {
  // "A pseudonym in the registry": the phrase after the preposition only states where the term occurs.
  const short = term.replace(/ (?:in|of|for|on|at|with) .*$/, '');
  const [whole, shortened] = [search(term), short === term ? [] : search(short)];
  const found = [definitionsIn(term, whole), definitionsIn(short, shortened)].find((some) => some.length > 0);
  if (found !== undefined) return quote(term, found);
  if (isSure(whole) && contentWords(term).length > 1) return quote(term, whole);
  // Readers ask with just these words.
  const named = whole.find(({ asked }) => asked.includes(term));
  if (named !== undefined) return quote(named.title, [named]);
  return {
    ...unknown,
    reply: `I have no explanation of “${term}”.${whole[0] === undefined ? '' : ` It occurs in “${whole[0].title}”.`}`,
  };
}

/** Returns the sections that define a term, starting with those whose title is the term. */
function definitionsIn(term: string, sections: readonly FoundSection[]): readonly FoundSection[] {
  const words = contentWords(term).map(stem);
  if (words.length === 0) return [];
  const stems = (text: string) => text.toLowerCase().split(/\W+/).filter(Boolean).map(stem);
  const isTitle = ({ title }: FoundSection) =>
    title.split(', ').some((one) => stems(one).join(' ') === words.join(' ')) ? 1 : 0;
  return sections
    .filter(
      (section) =>
        section.page !== 'api' &&
        (words.every((word) => stems(section.title).includes(word)) ||
          section.text.toLowerCase().includes(`${term.toLowerCase().trim()}:`)),
    )
    .toSorted((a, b) => isTitle(b) - isTitle(a));
}

/** Explains an error by its code, from the contracts of the routes that return it. */
export function explainError(code: string, routes: readonly RouteDefinition[]): Draft {
  const raising = routes.filter((route) => (route.errors ?? []).some((kind) => kind.code === code));
  const kind = raising.flatMap((route) => route.errors ?? []).find((one) => one.code === code);
  if (kind === undefined) return { reply: `There is no error with the code ${code}.`, outcome: 'unknown' };
  const from = raising.slice(0, 5).map(({ method, path }) => `${method} ${path}`);
  return {
    reply: `${code} means “${kind.title}”: the server answers with status ${kind.status}. ${raising.length === 1 ? 'This route answers' : `${raising.length} routes answer`} with it: ${listed(from)}${raising.length > 5 ? ' and others' : ''}.`,
    citations: [citeScreen('API reference', '/api-docs')],
  };
}

/** "Shipments on their way to retailers": several conditions that only records fulfill. */
export const restrictsRecords = (query: Query | undefined): boolean =>
  (query?.where ?? []).filter(({ kind }) => RECORDED.has(kind)).length > 1;
const RECORDED: ReadonlySet<string> = new Set([
  ...['status', 'action', 'category', 'batch', 'participant', 'place', 'period', 'role'],
]);

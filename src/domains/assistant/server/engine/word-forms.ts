import model from 'wink-eng-lite-web-model';
import winkNlp from 'wink-nlp';

/** The number of new words after which the analyzer is recreated: it stores every word that it has seen. */
const WORDS_MAX = 20_000;
const CONTENT = new Set(['NOUN', 'PROPN', 'VERB', 'ADJ', 'NUM', 'X', 'SYM']);

export type WordForm = {
  readonly lemma: string;
  /** Whether it can carry meaning: a noun, verb, adjective or number. */
  readonly content: boolean;
  /** Whether it is an English word and therefore unlikely to be a misspelled one. */
  readonly english: boolean;
};

let analyzer = open();

function open() {
  const nlp = winkNlp(model, ['pos']);
  const idOf = (word: string) => Number(nlp.readDoc(word).tokens().itemAt(0).out(nlp.its.uniqueId));
  // Words of the model have lower numbers than words added later.
  return { nlp, firstUnknown: idOf('qzxvkjqw'), known: new Map<string, WordForm>() };
}

/** Returns the base form of a word and what kind of word it is. */
export function formOf(word: string): WordForm {
  const kept = analyzer.known.get(word);
  if (kept !== undefined) return kept;
  if (analyzer.known.size >= WORDS_MAX) analyzer = open();
  const { nlp, firstUnknown, known } = analyzer;
  const first = nlp.readDoc(word).tokens().itemAt(0);
  const form = {
    lemma: String(first?.out(nlp.its.lemma as never) ?? word).toLowerCase(),
    content: CONTENT.has(String(first?.out(nlp.its.pos) ?? 'NOUN')),
    english: Number(first?.out(nlp.its.uniqueId) ?? firstUnknown) < firstUnknown,
  };
  known.set(word, form);
  return form;
}

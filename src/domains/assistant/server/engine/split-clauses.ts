import { type Atom, senseOf } from './atoms.ts';
import { isFiller } from './clause.ts';

/** Splits a message into questions: at the end of a sentence, and where "and" begins another question. */
export function splitClauses(message: string, atoms: readonly Atom[]): Atom[][] {
  const clauses: Atom[][] = [];
  let current: Atom[] = [];
  atoms.forEach((atom, at) => {
    const last = atoms[at - 1];
    const gap = last === undefined ? '' : message.slice(last.end, atom.start);
    // "A. Lind": an initial ends no sentence.
    const isInitial = last !== undefined && /^\p{Lu}$/u.test(last.raw) && /^\. $/.test(gap);
    const ends = /[?!;\n]|\.(?:\s|$)/.test(gap) && !isInitial;
    const joins =
      senseOf(atom, 'and') !== undefined && current.length > 0 && beginsQuestion(atoms, at + 1) && hasQuestion(current);
    const comma =
      /,/.test(gap) && beginsQuestion(atoms, at) && hasQuestion(current) && senseOf(atom, 'ask') !== undefined;
    // "What became of X, is it delivered?"
    const asksOn =
      /,/.test(gap) &&
      hasQuestion(current) &&
      senseOf(atom, 'auxiliary') !== undefined &&
      /^(?:it|they)$/.test(atoms[at + 1]?.text ?? '');
    if ((ends || joins || comma || asksOn) && current.length > 0) {
      clauses.push(current);
      current = [];
    }
    current.push(atom);
  });
  if (current.length > 0) clauses.push(current);
  return mergeBare(clauses);
}

const QUESTION_WORDS = /^(?:who|whom|whose|where|when|how|what|which|why|is|are|was|were|did|does|do|has|have)\b/;

function beginsQuestion(atoms: readonly Atom[], at: number): boolean {
  const next = atoms.slice(at).find((atom) => !isFiller(atom) && senseOf(atom, 'preposition') === undefined);
  if (next === undefined) return false;
  const ask = senseOf(next, 'ask');
  if (ask !== undefined) return QUESTION_WORDS.test(next.text);
  // "Which were checked and are in transit" continues the question; "and are they in transit" is a new one.
  const subject = atoms.slice(atoms.indexOf(next) + 1).find((atom) => !isFiller(atom));
  const anew =
    subject === undefined ||
    subject.senses.length === 0 ||
    ['pronoun', 'noun', 'field'].some((k) => subject.senses.some((sense) => sense.k === k)) ||
    ['asset', 'participant', 'property', 'block'].includes(senseOf(subject, 'value')?.v.kind ?? '');
  return senseOf(next, 'auxiliary') !== undefined && QUESTION_WORDS.test(next.text) && anew;
}

const hasQuestion = (atoms: readonly Atom[]) =>
  atoms.some((atom) => senseOf(atom, 'ask') !== undefined || senseOf(atom, 'auxiliary') !== undefined);

/**
 * Gives a bare asking word the subject of its neighbor: "when and where was it shipped" are two questions about one
 * thing.
 */
function mergeBare(clauses: readonly Atom[][]): Atom[][] {
  return clauses
    .filter(
      // "…, and which?" asks for the list that the first question gives anyway.
      (clause, at) =>
        at === 0 ||
        at < clauses.length - 1 ||
        !clause.every(
          (atom) =>
            isFiller(atom) || senseOf(atom, 'and') !== undefined || /^(?:which|which ones?|who)$/.test(atom.text),
        ),
    )
    .filter(
      (clause) =>
        !clause.every(
          (atom) => isFiller(atom) || senseOf(atom, 'talk') !== undefined || senseOf(atom, 'and') !== undefined,
        ) || clauses.length === 1,
    )
    .map((clause, at, all) => {
      const bare = clause.every(
        (atom) => isFiller(atom) || senseOf(atom, 'ask') !== undefined || senseOf(atom, 'and') !== undefined,
      );
      const next = all[at + 1];
      if (!bare || next === undefined) return clause;
      return [
        ...clause,
        ...next.filter(
          (atom) =>
            senseOf(atom, 'and') === undefined &&
            (senseOf(atom, 'ask') === undefined || !QUESTION_WORDS.test(atom.text)),
        ),
      ];
    });
}

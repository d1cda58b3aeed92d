import type { Condition } from '#domains/assistant/contract.ts';
import type { AskWord, Atom, Preposition, Relation, Sense, Topic } from './atoms.ts';
import { senseOf } from './atoms.ts';
import type { Domain } from './lexicon/domain-nouns.ts';

/** One question with one answer, while the grammar reads it. Each atom is used once. */
export type Clause = {
  readonly atoms: readonly Atom[];
  readonly used: Set<Atom>;
  readonly where: Condition[];
  readonly asks: AskWord[];
  /** Nouns in order, the head first. */
  readonly nouns: string[];
  readonly fields: { readonly of: string; readonly v: string }[];
  readonly relations: Relation[];
  readonly topics: Topic[];
  order?: 'newest' | 'oldest' | 'most' | 'least' | 'previous' | 'next';
  limit?: number;
  by?: string;
  grouped?: boolean;
  more?: 'more' | 'less';
  negated?: boolean;
  /** Whether it ends like a statement to be confirmed: "…, right?". */
  tagged?: boolean;
  deed?: boolean;
  /** The domain whose words are used to read it; undefined for goods and the ledger. */
  readonly domain?: Domain;
  aggregate?: 'total' | 'average';
  /** The attribute whose readings are ranked, bounded or averaged. */
  reading?: string;
  /** Whether it begins like a yes-or-no question. */
  yesNo?: boolean;
  auxiliaries: ReadonlySet<string>;
};

export function openClause(atoms: readonly Atom[], domain?: Domain): Clause {
  const auxiliaries = new Set(atoms.filter((atom) => senseOf(atom, 'auxiliary')).map(({ text }) => text));
  return {
    atoms,
    used: new Set(),
    where: [],
    asks: [],
    nouns: [],
    fields: [],
    relations: [],
    topics: [],
    auxiliaries,
    ...(domain === undefined ? {} : { domain }),
  };
}

/** Returns the first atom before `at` that is not filler, at most `reach` atoms away, and its place. */
export function before(clause: Clause, at: number, skip: (atom: Atom) => boolean = isFiller): Atom | undefined {
  for (let n = at - 1; n >= 0; n--) {
    const atom = clause.atoms[n];
    if (atom !== undefined && !skip(atom)) return atom;
  }
  return undefined;
}

export function after(clause: Clause, at: number, skip: (atom: Atom) => boolean = isFiller): Atom | undefined {
  return clause.atoms.slice(at + 1).find((atom) => !skip(atom));
}

export const isFiller = (atom: Atom) => atom.senses.length > 0 && atom.senses.every(({ k }) => k === 'filler');

/** The preposition that governs an atom: the nearest before it, past articles and nouns that stand beside it. */
export function prepositionOf(
  clause: Clause,
  at: number,
): { readonly v: Preposition; readonly atom: Atom } | undefined {
  const beside = (atom: Atom) =>
    isFiller(atom) ||
    // "In neither Norway nor Spain".
    /^(?:neither|either|both)$/.test(atom.text) ||
    (senseOf(atom, 'noun') !== undefined && senseOf(atom, 'preposition') === undefined) ||
    isRole(atom);
  const atom = before(clause, at, beside);
  const sense = senseOf(atom, 'preposition');
  return atom === undefined || sense === undefined ? undefined : { v: sense.v, atom };
}

export const isRole = (atom: Atom) => senseOf(atom, 'value')?.v.kind === 'role';

export const has = <K extends Sense['k']>(
  clause: Clause,
  k: K,
  fits: (sense: Extract<Sense, { k: K }>) => boolean = () => true,
) =>
  clause.atoms.some((atom) => {
    const sense = senseOf(atom, k);
    return sense !== undefined && fits(sense);
  });

export const named = (clause: Clause, kind: Condition['kind']) =>
  clause.where.some((condition) => condition.kind === kind);

/**
 * Thanks and greetings come before or after a question. Within it such a word has a meaning: "in perfect condition".
 */
export function isAside(atoms: readonly Atom[], at: number): boolean {
  const isSaid = (atom: Atom) => isFiller(atom) || senseOf(atom, 'talk') !== undefined;
  const atom = atoms[at];
  return (
    atom !== undefined &&
    senseOf(atom, 'talk') !== undefined &&
    (atoms.slice(0, at).every(isSaid) || atoms.slice(at + 1).every(isSaid))
  );
}

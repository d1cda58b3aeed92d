import type { Query } from '#domains/assistant/contract.ts';
import { senseOf } from './atoms.ts';
import { type Clause, isFiller } from './clause.ts';

/** The content of a part without its own subject, which continues the previous question. */
export type Fragment = Pick<Query, 'where' | 'field' | 'limit' | 'order'> & {
  readonly ask?: Query['ask'] | undefined;
  readonly step?: 'previous' | 'next' | undefined;
  /** Whether it begins like a continuation: "and", "what about". */
  readonly continues: boolean;
  /** Whether it is only a phrase such as "by alpenrail" or "in Oslo". */
  readonly bare: boolean;
  /** Whether it has its own verb and is therefore a separate question. */
  readonly verb: boolean;
  /** Whether it names no subject of its own, only values: "and how many are delivered", "and Basel". */
  readonly elliptic: boolean;
  /** Whether it asks which or how many without a noun: "which owe tax". */
  readonly headless: boolean;
  /** Whether an action may be the present status: "are delivered" is, "did they deliver" is not. */
  readonly state: boolean;
  /** Whether it asks about the future, which the ledger cannot answer. */
  readonly future: boolean;
};

export function fragmentOf(clause: Clause, query: Query | undefined): Fragment {
  const [first] = clause.asks;
  const ranked = clause.order === 'most' || clause.order === 'least' ? clause.order : undefined;
  const ask =
    first === undefined || first === 'list' || first === 'what' || first === 'which' || first === 'why'
      ? undefined
      : first;
  const step = clause.order === 'previous' || clause.order === 'next' ? clause.order : undefined;
  const [opening] = clause.atoms;
  const continues =
    /^(?:and|also|plus|&|only|just)$/.test(opening?.text ?? '') ||
    (/^(?:what|how)$/.test(opening?.text ?? '') && /^about\b/.test(clause.atoms[1]?.text ?? ''));
  return {
    where:
      query?.where ??
      clause.where
        .slice(0, 12)
        .map((condition) => ({ ...condition, value: condition.value.slice(0, 200).toWellFormed() })),
    ...(query?.field === undefined ? {} : { field: query.field }),
    ...(clause.limit === undefined ? {} : { limit: clause.limit }),
    ...(clause.order === 'newest' || clause.order === 'oldest' ? { order: clause.order } : {}),
    ask:
      ranked ??
      (ask === 'how long' ||
      ask === 'how much' ||
      ask === 'count' ||
      ask === 'when' ||
      ask === 'where' ||
      ask === 'who' ||
      ask === 'compare'
        ? ask
        : undefined),
    step,
    continues,
    bare: isBare(clause),
    verb: hasVerb(clause),
    elliptic: isElliptic(clause),
    headless: clause.nouns.length === 0 && /^(?:which|which ones?|how many)$/.test(firstWordOf(clause)),
    state: !['did', 'does', 'do', 'has', 'have', 'had'].some((word) => clause.auxiliaries.has(word)),
    future: clause.auxiliaries.has('will'),
  };
}

const firstWordOf = ({ atoms }: Clause) =>
  atoms.find((atom) => !isFiller(atom) && senseOf(atom, 'and') === undefined && senseOf(atom, 'talk') === undefined)
    ?.text ?? '';

const hasVerb = ({ yesNo, relations, atoms }: Clause) =>
  yesNo === true ||
  relations.some((relation) => relation !== 'happen') ||
  atoms.some((atom) => senseOf(atom, 'action')?.form === 'verb');

const isElliptic = ({ nouns, fields, relations, topics, where, yesNo, order, deed }: Clause) =>
  nouns.length + fields.length + relations.length + topics.length === 0 &&
  yesNo !== true &&
  order === undefined &&
  deed !== true &&
  where.length > 0 &&
  where.every(({ kind }) => kind !== 'it' && kind !== 'them' && kind !== 'mine');

/** A phrase that begins with a preposition, asks nothing and names no subject. */
function isBare({ atoms, asks, nouns, fields, relations, where }: Clause): boolean {
  const first = atoms.find((atom) => !isFiller(atom) && senseOf(atom, 'and') === undefined);
  const opens = senseOf(first, 'preposition') !== undefined || where[0]?.kind === 'period';
  return (
    opens &&
    asks.length === 0 &&
    nouns.length === 0 &&
    fields.length === 0 &&
    relations.length === 0 &&
    where.length > 0 &&
    where.every(({ kind }) => kind !== 'action')
  );
}

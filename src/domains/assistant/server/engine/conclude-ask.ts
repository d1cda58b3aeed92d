import type { Ask, Condition, Subject } from '#domains/assistant/contract.ts';
import { senseOf } from './atoms.ts';
import { type Clause, has, named, prepositionOf } from './clause.ts';

export type Draft = { ask: Ask; subject: Subject; field?: string | undefined; by?: string | undefined };

/** Returns the kind of question, from the strongest asking word, or from the form of the clause. */
export function askOf(clause: Clause): Ask {
  const [first] = clause.asks;
  if (clause.order === 'most' || clause.order === 'least') return clause.order;
  if (isCompared(clause)) return 'compare';
  if (first === undefined)
    return clause.yesNo ? 'whether' : clause.deed || clause.nouns.length > 0 ? 'list' : 'describe';
  if (first === 'which' || first === 'list') return 'list';
  if (first === 'what') return 'describe';
  if (first === 'why') return 'describe';
  return first;
}

/** Reports whether two values of one kind are compared by "more", "than", "or" or "compare". */
function isCompared(clause: Clause): boolean {
  if (clause.asks.includes('compare')) return true;
  const kinds = clause.where.filter(({ kind }) => kind !== 'action' || !named(clause, 'asset')).map(({ kind }) => kind);
  const twice = kinds.some((kind, at) => kinds.indexOf(kind) !== at);
  const twoNamed = kinds.some((kind, at) => NAMED.has(kind) && kinds.indexOf(kind) !== at);
  const weighs = clause.more !== undefined || has(clause, 'preposition', ({ v }) => v === 'than');
  const offers =
    has(clause, 'or') &&
    !restrictsByOr(clause) &&
    (clause.asks[0] === 'who' || clause.asks[0] === 'which' || clause.asks[0] === undefined);
  return (twice && weighs) || (twoNamed && offers);
}

/** "Parcels in Ropewalk or Quayside": the alternatives restrict a list, and are not weighed against each other. */
const restrictsByOr = (clause: Clause) =>
  clause.more === undefined &&
  clause.order === undefined &&
  (clause.nouns.length > 0 || clause.atoms.some(({ text }) => /^(?:everything|anything|all)$/.test(text))) &&
  ((clause.asks.length === 0 && clause.yesNo !== true) ||
    clause.atoms.some((atom, at) => {
      const value = senseOf(clause.atoms[at + 1], 'value') ?? senseOf(clause.atoms[at + 2], 'value');
      return senseOf(atom, 'or') !== undefined && value !== undefined && opensWith(clause, at, value.v.kind);
    }));

/** Whether the first of two alternatives stands behind a preposition. */
function opensWith(clause: Clause, or: number, kind: Condition['kind']): boolean {
  const first = clause.atoms.findLastIndex((atom, at) => at < or && senseOf(atom, 'value')?.v.kind === kind);
  const preposition = first < 0 ? undefined : prepositionOf(clause, first)?.v;
  return preposition !== undefined && ['in', 'at', 'from', 'on', 'by', 'to'].includes(preposition);
}

/** The kinds between which "or" offers a choice. Places and times that it joins are alternatives. */
const NAMED: ReadonlySet<string> = new Set([
  ...['asset', 'participant', 'property', 'address', 'neighborhood', 'plan', 'category', 'method', 'batch', 'role'],
]);

export const fieldOf = (clause: Clause, of: string) => clause.fields.find((field) => field.of === of)?.v;

/** "who has", "does X have": the auxiliary is the verb. */
export const hasBare = (clause: Clause) =>
  fieldOf(clause, 'event') !== 'anomalous' &&
  ['has', 'have', 'had'].some((word) => clause.auxiliaries.has(word)) &&
  !named(clause, 'action');

/** The attributes of a noun that a clause names, in order, without units such as "in dollars". */
export const fieldsIn = (clause: Clause, of: string): string[] =>
  clause.atoms.flatMap((atom) =>
    atom.senses.flatMap((sense) => (sense.k === 'field' && sense.of === of && sense.v !== 'unit' ? sense.v : [])),
  );

/** Whether an attribute is named only as the measure of a bound: "assessed above 4 million". */
export function isBoundOnly(clause: Clause, field: string): boolean {
  const bounds = clause.where.filter(({ kind, of }) => kind === 'amount' && of === field).length;
  const asks = clause.aggregate !== undefined || clause.order === 'most' || clause.order === 'least';
  return bounds > 0 && !asks && clause.asks[0] !== 'how much';
}

export const wordOf = (clause: Clause, pattern: RegExp): boolean => clause.atoms.some(({ text }) => pattern.test(text));

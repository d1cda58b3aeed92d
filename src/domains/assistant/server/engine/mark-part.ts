import { senseOf } from './atoms.ts';
import { type Clause, isFiller } from './clause.ts';

/**
 * Marks the conditions that define the part of a whole, in "what percentage of food assets is delivered": those after
 * the last auxiliary. Without one, the last condition defines it.
 */
export function markPart(clause: Clause): void {
  if (asksAll(clause)) markLast(clause);
  if (!clause.asks.includes('percentage')) return;
  const verb = clause.atoms.findLastIndex((atom) => senseOf(atom, 'auxiliary') !== undefined);
  const asked = clause.atoms.findIndex((atom) => senseOf(atom, 'ask')?.v === 'percentage');
  const after = clause.atoms.slice(verb > asked ? verb + 1 : clause.atoms.length);
  const said = new Set(
    after.flatMap((atom) => [
      senseOf(atom, 'value')?.v.value ?? '',
      senseOf(atom, 'action')?.v ?? '',
      atom.raw,
      atom.text,
    ]),
  );
  const parts = clause.where.filter(({ value }) => said.has(value) || value.split(' ').some((word) => said.has(word)));
  const last = clause.where.at(-1);
  for (const condition of parts.length > 0 ? parts : last === undefined ? [] : [last])
    Object.assign(condition, { part: true });
}

/** "Are all food assets delivered", "is everything in Oslo", "is batch B-1 delivered": not whether there are any. */
function asksAll(clause: Clause): boolean {
  const opening = clause.atoms.find((atom) => !isFiller(atom));
  if (clause.yesNo !== true || clause.asks.includes('percentage')) return false;
  if (
    clause.where.some(({ kind }) => ONE.has(kind)) ||
    clause.nouns.includes('chain') ||
    clause.fields.some(({ of }) => of === 'chain') ||
    clause.nouns.includes('block')
  )
    return false;
  const all = clause.atoms.some(({ text }) => ALL.test(text));
  const isBatch = /^(?:is|was|has)$/.test(opening?.text ?? '') && clause.nouns.length === 0;
  return all || (isBatch && clause.where.some(({ kind }) => kind === 'batch'));
}

const ALL = /^(?:all|all the|every|every single|everything|each)$/;
/** Conditions that name one thing, which is not counted. */
const ONE: ReadonlySet<string> = new Set(['asset', 'it', 'them', 'block', 'hash', 'property', 'address']);

/**
 * Marks the last condition of the question: the others define the whole, and this one defines the part. Asks back if
 * there is only one.
 */
function markLast(clause: Clause): void {
  if (clause.atoms.some(({ text }) => text === 'everything') && clause.nouns.length === 0) clause.nouns.push('asset');
  const positions = clause.where.map((condition) => lastPlaceOf(clause, condition));
  const last = Math.max(...positions);
  const said = clause.where[positions.indexOf(last)];
  const isWhole = said === undefined || last < 0 || (clause.where.length === 1 && clause.nouns.length === 0);
  if (isWhole || clause.domain !== undefined) clause.where.push({ kind: 'code', value: 'all' });
  else Object.assign(said, { part: true, ...(isState(clause, said) ? { kind: 'status' } : {}) });
}

/** "Has every asset been delivered" asks for their status, unless a time or a participant makes it an event. */
const isState = ({ where, nouns, deed }: Clause, { kind, value }: Clause['where'][number]) =>
  kind === 'action' &&
  value === 'delivered' &&
  deed !== true &&
  nouns[0] === 'asset' &&
  where.every(({ kind: other, as }) => other !== 'period' && as !== 'actor');

const lastPlaceOf = ({ atoms }: Clause, { value }: Clause['where'][number]) =>
  atoms.findLastIndex(
    (atom) =>
      senseOf(atom, 'value')?.v.value === value ||
      senseOf(atom, 'action')?.v === value ||
      atom.raw === value ||
      (atom.text !== '' && value.toLowerCase().split(' ').includes(atom.text)),
  );

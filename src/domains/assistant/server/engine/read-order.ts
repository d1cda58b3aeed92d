import { type Atom, senseOf } from './atoms.ts';
import { after, before, type Clause, prepositionOf } from './clause.ts';

/** Reads order and number: "the last 5", "top three", "most", "first". */
export function readOrder(clause: Clause): void {
  clause.atoms.forEach((atom, at) => {
    const order = senseOf(atom, 'order');
    if (order === undefined || clause.used.has(atom)) return;
    if (clause.domain !== undefined && readStreet(clause, atom, at)) return;
    clause.used.add(atom);
    clause.order ??= order.v;
    const next = clause.atoms[at + 1];
    const last = clause.atoms[at - 1];
    for (const beside of [next, last]) {
      const number = senseOf(beside, 'number');
      if (beside === undefined || number === undefined || clause.limit !== undefined || number.v < 1) continue;
      clause.limit = Math.min(number.v, 100);
      clause.used.add(beside);
    }
  });
}

/** "On Main Street" is a place, and no rank. */
function readStreet(clause: Clause, atom: Atom, at: number): boolean {
  const next = clause.atoms[at + 1];
  if (atom.text !== 'main' || next === undefined || !/^(?:street|avenue|road)$/.test(next.text)) return false;
  const preposition = prepositionOf(clause, at);
  clause.where.push({ kind: 'place', value: `${atom.raw} ${next.raw}`, as: 'in' });
  for (const one of [atom, next, preposition?.atom]) if (one !== undefined) clause.used.add(one);
  return true;
}

/** Reads the grouping of the answer: "per category", "in each batch", "by status". */
export function readGroups(clause: Clause): void {
  clause.atoms.forEach((atom, at) => {
    const each = senseOf(atom, 'each') !== undefined;
    const by = senseOf(atom, 'preposition')?.v === 'by' || /^(?:between|for)$/.test(atom.text);
    if (clause.used.has(atom)) return;
    const unit = /^(?:per|by|each|every|a) (day|month)$|^(monthly|daily)$/.exec(atom.text);
    if (unit !== null && isAboutEvents(clause)) {
      clause.by ??= unit[1] ?? (unit[2] === 'daily' ? 'day' : 'month');
      clause.used.add(atom);
      return;
    }
    if (!each && !by) return;
    const next = after(clause, at);
    if (each && readBreakdown(clause, atom, at)) return;
    const dimension = next === undefined ? undefined : dimensionOf(next);
    // "Every step", "each asset": all of them.
    if (
      each &&
      (dimension === 'event' || dimension === 'asset' || dimension === 'block') &&
      senseOf(next, 'noun')?.plural !== true
    )
      return;
    if (next === undefined || dimension === undefined || (!each && next.text.endsWith('s') && dimension !== 'status'))
      return;
    if (by && senseOf(next, 'value') && senseOf(next, 'value')?.v.kind !== 'role') return;
    const preposition = senseOf(before(clause, at), 'preposition') ? before(clause, at) : undefined;
    for (const one of [atom, next, preposition]) if (one) clause.used.add(one);
    const role = senseOf(next, 'value');
    if (role?.v.kind === 'role') clause.where.push(role.v);
    clause.by ??= dimension;
    clause.grouped = true;
    refuseSecond(clause, next);
  });
  // A bare "each" after the noun: "how many assets does each category have".
}

/** "Status breakdown of food": the attribute precedes the word. */
function readBreakdown(clause: Clause, atom: Atom, at: number): boolean {
  const last = before(clause, at);
  const dimension = last === undefined ? undefined : dimensionOf(last);
  if (last === undefined || dimension === undefined || !/^(?:breakdown|distribution)/.test(atom.text)) return false;
  for (const one of [atom, last]) clause.used.add(one);
  clause.by ??= dimension;
  clause.grouped = true;
  return true;
}

/** "Per country and category": no answer groups by two things. */
function refuseSecond(clause: Clause, first: Atom): void {
  const at = clause.atoms.indexOf(first);
  const joined = after(clause, at);
  const other = joined === undefined ? undefined : after(clause, clause.atoms.indexOf(joined));
  if (senseOf(joined, 'and') === undefined || other === undefined) return;
  const second = dimensionOf(other);
  if (second !== undefined && senseOf(other, 'value') === undefined)
    clause.where.push({ kind: 'code', value: other.text });
}

/** A price is per month too. */
const isAboutEvents = ({ atoms }: Clause) =>
  atoms.some(
    (atom) => senseOf(atom, 'action') !== undefined || ['event', 'asset'].includes(senseOf(atom, 'noun')?.v ?? ''),
  );

/** Returns the dimension that a noun or an attribute names. */
function dimensionOf(atom: Atom): string | undefined {
  const field = senseOf(atom, 'field')?.v;
  const noun = senseOf(atom, 'noun')?.v;
  if (/^(?:day|date|week|month|action|actions)s?$/.test(atom.text)) return atom.text.replace(/s$/, '');
  if (field === 'category' || field === 'status' || field === 'batch' || field === 'role') return field;
  if (field === 'neighborhood' || (field === 'type' && senseOf(atom, 'field')?.of === 'property')) return field;
  if (/^countr(?:y|ies)$/.test(atom.text)) return 'country';
  if (field === 'holder') return 'participant';
  if (field === 'name') return 'name';
  if (noun !== undefined && noun !== 'asset') return noun;
  if (field === 'location') return 'place';
  const role = senseOf(atom, 'value')?.v;
  if (role?.kind === 'role') return 'participant';
  if (/^(?:day|date|week|month|action|actions)s?$/.test(atom.text)) return atom.text.replace(/s$/, '');
  return noun;
}

import type { Condition } from '#domains/assistant/contract.ts';
import { type Atom, senseOf } from './atoms.ts';
import { after, before, type Clause } from './clause.ts';

/** The attributes that a number next to them may bound. */
const measured = new Set([
  'value',
  'land',
  'building',
  'tax',
  'size',
  'lot',
  'built',
  'price',
  'floor',
  'last',
  'supply',
]);

/** Reads totals and averages, and bounds: "above 4 million", "between 2,000 and 3,000 square feet", "$500 or more". */
export function readMeasures(clause: Clause): void {
  clause.atoms.forEach((atom, at) => {
    const aggregate = senseOf(atom, 'aggregate');
    if (aggregate !== undefined) {
      clause.aggregate ??= aggregate.v;
      clause.used.add(atom);
    }
    if (clause.domain === 'registry') readOrdinal(clause, atom, at);
    if (clause.domain !== 'billing') readBareAddress(clause, atom, at);
    if (clause.domain === 'billing') readQuantity(clause, atom, at);
    if (isAmount(atom) && !clause.used.has(atom)) readBound(clause, atom, at);
    else if (isAmount(atom) && senseOf(atom, 'value')) readBound(clause, atom, at);
  });
}

/** A house number before words that mean nothing else: "125 main". */
function readBareAddress(clause: Clause, atom: Atom, at: number): void {
  const number = senseOf(atom, 'number');
  if (number === undefined || clause.used.has(atom) || senseOf(before(clause, at), 'more') !== undefined) return;
  const words: Atom[] = [];
  for (const next of clause.atoms.slice(at + 1, at + 4)) {
    if (next.senses.length > 0 || clause.used.has(next)) break;
    words.push(next);
  }
  if (words.length === 0) return;
  clause.where.push({ kind: 'address', value: [atom, ...words].map(({ text }) => text).join(' ') });
  for (const one of [atom, ...words]) clause.used.add(one);
}

const ORDINALS: Readonly<Record<string, string>> = {
  second: '2',
  '2nd': '2',
  third: '3',
  '3rd': '3',
  fourth: '4',
  '4th': '4',
};

/** "The second installment". */
function readOrdinal(clause: Clause, atom: Atom, at: number): void {
  const value = ORDINALS[atom.text];
  if (value === undefined || senseOf(after(clause, at), 'field')?.v !== 'installments') return;
  clause.where.push({ kind: 'ordinal', value });
  clause.used.add(atom);
}

/** "20 users and 500 assets". */
function readQuantity(clause: Clause, atom: Atom, at: number): void {
  const value =
    senseOf(atom, 'number')?.v ??
    Number(senseOf(atom, 'value')?.v.kind === 'amount' ? senseOf(atom, 'value')?.v.value : Number.NaN);
  if (!Number.isInteger(value) || clause.used.has(atom) !== (senseOf(atom, 'value') !== undefined)) return;
  const unit =
    senseOf(after(clause, at), 'field')?.v ?? (senseOf(after(clause, at), 'noun')?.v === 'usage' ? 'users' : undefined);
  if (unit !== 'users' && unit !== 'assets') return;
  const stated = clause.where.findIndex((one) => one.kind === 'amount' && one.value === String(value));
  if (stated >= 0) clause.where.splice(stated, 1);
  const than = boundOf(clause, at);
  clause.where.push({ kind: unit, value: String(value), ...(than === undefined ? {} : { than }) });
  clause.used.add(atom);
}

const isAmount = (atom: Atom | undefined) =>
  atom !== undefined &&
  (senseOf(atom, 'number') !== undefined ||
    (senseOf(atom, 'value')?.v.kind === 'amount' && senseOf(atom, 'value')?.v.than === undefined));

function readBound(clause: Clause, atom: Atom, at: number): void {
  const than = boundOf(clause, at);
  if (than === undefined) return;
  const value = senseOf(atom, 'value')?.v.value ?? String(senseOf(atom, 'number')?.v);
  const of = attributeOf(clause, at);
  const stated = clause.where.findIndex(
    (one) => one.kind === 'amount' && one.value === value && one.than === undefined,
  );
  const bound: Condition = { kind: 'amount', value, than, ...(of === undefined ? {} : { of }) };
  if (stated >= 0) clause.where.splice(stated, 1, bound);
  else clause.where.push(bound);
  clause.used.add(atom);
}

function boundOf(clause: Clause, at: number): NonNullable<Condition['than']> | undefined {
  const skip = (one: Atom) => one.senses.length > 0 && one.senses.every(({ k }) => k === 'filler' || k === 'auxiliary');
  const last = before(clause, at, (one) => skip(one) || senseOf(one, 'preposition')?.v === 'than');
  const next = after(clause, at, (one) => skip(one) || isUnit(one));
  const behind = next === undefined ? undefined : after(clause, clause.atoms.indexOf(next), skip);
  if (next !== undefined && senseOf(next, 'or') !== undefined && behind !== undefined) {
    const more = senseOf(behind, 'more');
    if (more !== undefined) {
      clause.used.add(behind);
      return more.v === 'more' ? 'at least' : 'at most';
    }
  }
  const more = senseOf(last, 'more');
  if (last !== undefined && more !== undefined) {
    clause.used.add(last);
    if (/at least|no less|not less/.test(last.text)) return 'at least';
    if (/at most|no more|not more/.test(last.text)) return 'at most';
    return more.v === 'more' ? 'above' : 'below';
  }
  if (senseOf(last, 'preposition')?.v === 'between') return 'at least';
  const first =
    senseOf(last, 'and') === undefined ? undefined : before(clause, clause.atoms.indexOf(last as Atom), isUnit);
  if (first === undefined || !isAmount(first)) return undefined;
  const opens = before(clause, clause.atoms.indexOf(first));
  return senseOf(opens, 'preposition')?.v === 'between' ? 'at most' : undefined;
}

const isUnit = (atom: Atom) => senseOf(atom, 'field')?.v === 'size' || /^(?:dollars?|usd)$/.test(atom.text);

/** The attribute behind the number as its unit, or the nearest before it. */
function attributeOf(clause: Clause, at: number): string | undefined {
  // "20,000 dollars of tax", "$500 in unpaid taxes".
  const next = after(clause, at, (one) => isBetween(one));
  const unit = senseOf(next, 'field')?.v;
  if (unit === 'size') {
    if (next !== undefined) clause.used.add(next);
    return 'size';
  }
  if (senseOf(next, 'noun')?.v === 'property') return 'properties';
  if (unit !== undefined && measured.has(unit)) return unit;
  const before_ = clause.atoms
    .slice(0, at)
    .flatMap((atom) => senseOf(atom, 'field')?.v ?? [])
    .filter((field) => measured.has(field));
  return before_.at(-1) ?? (clause.relations.includes('owe') || clause.atoms.some(owes) ? 'tax' : undefined);
}

/** Words between an amount and what it measures. */
const isBetween = (atom: Atom) =>
  (atom.senses.length > 0 && atom.senses.every(({ k }) => k === 'filler')) ||
  /^(?:dollars?|usd|of|in|worth)$/.test(atom.text);

const owes = (atom: Atom) => senseOf(atom, 'relation')?.v === 'owe';

import type { Condition } from '#domains/assistant/contract.ts';
import { type Atom, senseOf } from './atoms.ts';
import { type Clause, isFiller } from './clause.ts';

/**
 * Reads the question about the readings that events state: "the highest temperature in February", "any temperature
 * above 8 degrees", "average moisture". Without a rank, a bound or an average, an attribute only describes events.
 */
export function readReadings(clause: Clause): void {
  if (!isOne(clause) && asksReasons(clause)) {
    clause.reading = 'reason';
    clause.where.push({ kind: 'stating', value: 'reason' });
    return;
  }
  const attribute = attributeIn(clause);
  if (attribute === undefined) return;
  for (const atom of clause.atoms) {
    const isMean =
      atom.text === 'mean' && readingOf(clause.atoms[clause.atoms.indexOf(atom) + 1] ?? atom) !== undefined;
    if (senseOf(atom, 'aggregate')?.v !== 'average' && !isMean) continue;
    clause.aggregate = 'average';
    clause.used.add(atom);
  }
  const bounds = clause.atoms.flatMap((_, at) => boundAt(clause, at, attribute) ?? []);
  const lists =
    !isOne(clause) && clause.atoms.some((atom) => readingOf(atom) === attribute && isAskedFor(clause, atom));
  const ranks = clause.atoms.some((atom) => /^(?:most|least)$/.test(senseOf(atom, 'order')?.v ?? ''));
  if (clause.aggregate === undefined && bounds.length === 0 && !ranks && !lists) return;
  clause.reading = attribute;
  clause.where.push(...bounds);
  // For one asset, the rank and the average come from its own history.
  if (isOne(clause) && bounds.length === 0) {
    for (const atom of clause.atoms) if (READINGS.test(atom.text)) clause.used.add(atom);
    // "Its hottest reading" ranks by what it names.
    const ranked = clause.atoms.find((atom) => readingOf(atom) === attribute && senseOf(atom, 'order') !== undefined);
    const rank = senseOf(ranked, 'order')?.v;
    if (ranked === undefined || rank === undefined) return;
    clause.order ??= rank;
    clause.fields.push({ of: 'event', v: `meta:${attribute}` });
    clause.used.add(ranked);
    return;
  }
  for (const atom of clause.atoms.filter((one) => readingOf(one) === attribute || READINGS.test(one.text))) {
    // "The warmest" ranks by what it names.
    const order = senseOf(atom, 'order')?.v;
    if (order !== undefined) clause.order ??= order;
    clause.used.add(atom);
  }
  clause.where.push({ kind: 'stating', value: attribute });
}

/** "Reasons for returns", "which seals": asks for the values themselves, not for events that they describe. */
function isAskedFor({ atoms }: Clause, atom: Atom): boolean {
  const [first] = atoms.filter((one) => !isFiller(one) && senseOf(one, 'ask') === undefined);
  return first === atom && atom.text.endsWith('s') && atom.text.length > 4;
}

/** "Why were they returned" asks for the reasons that returns state. */
const asksReasons = ({ atoms }: Clause) =>
  atoms.some((atom) => senseOf(atom, 'ask')?.v === 'why') &&
  atoms.some((atom) => senseOf(atom, 'action')?.v === 'returned');

/** "Above 5 degrees" refers to temperatures without naming them. */
function attributeIn({ atoms }: Clause): string | undefined {
  const named = atoms.flatMap((atom) => readingOf(atom) ?? [])[0];
  const degrees = atoms.some(
    (atom, at) =>
      DEGREES.test(atom.text) && (senseOf(atoms[at - 1], 'number') ?? amountOf(atoms[at - 1])) !== undefined,
  );
  return named ?? (degrees ? 'temperature' : undefined);
}

/** The attribute that events state and a word names. */
const readingOf = (atom: Atom): string | undefined => {
  const field = senseOf(atom, 'field');
  return field?.of === 'event' && field.v.startsWith('meta:') ? field.v.slice('meta:'.length) : undefined;
};

const isOne = (clause: Clause) =>
  clause.atoms.some(
    (atom) => senseOf(atom, 'value')?.v.kind === 'asset' || /^(?:it|its)$/.test(atom.text) || atom.quoted === true,
  );

export const READINGS = /^(?:readings?|measurements?|values?|levels?|figures?)$/;
const DEGREES = /^(?:degrees?|celsius)$/;
const UNITS = /^(?:degrees?|celsius|c|percent|pct|g|eur|euros?)$/;

/** A number behind a word that bounds it, with its unit. */
function boundAt(clause: Clause, at: number, of: string): Condition | undefined {
  const atom = clause.atoms[at];
  const number = senseOf(atom, 'number')?.v ?? amountOf(atom);
  if (atom === undefined || number === undefined || clause.used.has(atom)) return undefined;
  const before = clause.atoms.slice(0, at).filter((one) => !isFiller(one) && senseOf(one, 'auxiliary') === undefined);
  const than = senseOf(before.at(-1), 'preposition')?.v === 'than' ? before.at(-1) : undefined;
  const bound = than === undefined ? before.at(-1) : before.at(-2);
  const more = senseOf(bound, 'more');
  if (bound === undefined || more === undefined) return undefined;
  const units: Atom[] = [];
  for (const next of clause.atoms.slice(at + 1)) {
    if (!UNITS.test(next.text)) break;
    units.push(next);
  }
  for (const one of [atom, bound, ...(than === undefined ? [] : [than]), ...units]) clause.used.add(one);
  return { kind: 'amount', value: String(number), than: boundOf(bound.text, more.v), of };
}

function boundOf(text: string, more: 'more' | 'less'): NonNullable<Condition['than']> {
  if (/at least|no less|not less|upwards/.test(text)) return 'at least';
  if (/at most|no more|not more/.test(text)) return 'at most';
  return more === 'more' ? 'above' : 'below';
}

const amountOf = (atom: Atom | undefined): number | undefined => {
  const value = senseOf(atom, 'value')?.v;
  return value?.kind === 'amount' && value.than === undefined ? Number(value.value) : undefined;
};

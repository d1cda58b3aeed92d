import type { Condition } from '#domains/assistant/contract.ts';
import { type Atom, type Preposition, senseOf } from './atoms.ts';
import { after, before, type Clause, isFiller, isRole, named, prepositionOf } from './clause.ts';
import { isNegated, isUnknown, PLACE_TAIL } from './read-unknown.ts';

/** Reads the values that the clause names: ids, names, days, places, and values of attributes. */
export function readValues(clause: Clause): void {
  clause.atoms.forEach((atom, at) => {
    const value = senseOf(atom, 'value');
    if (value === undefined || clause.used.has(atom) || isPartOfPlace(clause, atom, at)) return;
    if (atom.senses.length > 1 && !prefersValue(clause, atom, at)) return;
    const preposition = prepositionOf(clause, at);
    const { kind } = value.v;
    if (kind === 'role' && standsBesideName(clause, at)) {
      clause.used.add(atom);
      return;
    }
    if (
      kind === 'role' &&
      preposition === undefined &&
      !clause.atoms
        .slice(0, at)
        .some((other) => senseOf(other, 'noun') !== undefined && senseOf(other, 'ask') === undefined)
    )
      clause.nouns.push('participant');
    const as = roleOf(clause, at, kind, preposition?.v) ?? roleBeside(clause, at, kind);
    clause.where.push({
      ...value.v,
      ...(as === undefined ? {} : { as }),
      ...(isNegated(clause, at) || joinsExcluded(clause, at, kind) ? { not: true } : {}),
      ...(named(clause, kind) && clause.atoms.some(({ text }) => text === 'both') ? { also: true } : {}),
    });
    clause.used.add(atom);
    if (preposition !== undefined) clause.used.add(preposition.atom);
  });
  shareRole(clause);
}

/** "What A or B delivered": the first takes part as the second does. */
function shareRole({ where, atoms }: Clause): void {
  const joined = atoms.flatMap((atom, at) =>
    (senseOf(atom, 'or') ?? senseOf(atom, 'and')) === undefined
      ? []
      : [[senseOf(atoms[at - 1], 'value')?.v.value, senseOf(atoms[at + 1], 'value')?.v.value]],
  );
  for (const [first, second] of joined) {
    const [one, other] = [first, second].map((name) =>
      where.find(({ kind, value }) => kind === 'participant' && value === name),
    );
    if (one !== undefined && one.as === undefined && other?.as !== undefined) Object.assign(one, { as: other.as });
  }
}

/** "At the Frankfurt cold store": a store after such a word is no retailer. */
const isPartOfPlace = (clause: Clause, atom: Atom, at: number) => {
  const last = clause.atoms[at - 1];
  return PLACE_TAIL.test(atom.text) && last !== undefined && (isUnknown(last) || PLACE_TAIL.test(last.text));
};

/** Words that name a value and have another meaning, such as "maker": a role, or who made an asset. */
function prefersValue(clause: Clause, atom: Atom, at: number): boolean {
  const { kind } = senseOf(atom, 'value')?.v ?? {};
  if (clause.domain !== undefined) return prefersOwnValue(clause, atom, at);
  const aboutAsset = clause.atoms.some(
    (other) => senseOf(other, 'value')?.v.kind === 'asset' || senseOf(other, 'pronoun')?.v === 'it',
  );
  if (kind === 'role') return !aboutAsset || senseOf(atom, 'field') === undefined;
  if (kind === 'state')
    return (
      clause.atoms.every((other) => !/^(?:most|least)\b/.test(other.text)) &&
      clause.atoms.some((other) => senseOf(other, 'noun')?.v === 'participant' || isRole(other))
    );
  if (kind === 'cycle' || kind === 'plan') return true;
  if (kind === 'status') return !aboutAsset || senseOf(atom, 'relation') === undefined;
  return before(clause, at) !== undefined || senseOf(atom, 'noun') === undefined;
}

/** In questions about a domain its own values come first, except a word that is asked for: "what is the state of it". */
function prefersOwnValue(clause: Clause, atom: Atom, at: number): boolean {
  // "How many homes" restricts to a type, "my home" does not.
  if (atom.text === 'homes')
    return senseOf(atom, 'value')?.v.kind === 'type' && senseOf(before(clause, at), 'pronoun') === undefined;
  if (senseOf(atom, 'noun') !== undefined) return false;
  const asks = senseOf(atom, 'field') !== undefined && senseOf(atom, 'value')?.v.kind === 'stage';
  return !asks || senseOf(after(clause, at), 'field')?.v === 'orders';
}

const standsBesideName = (clause: Clause, at: number) => {
  const next = senseOf(after(clause, at), 'value');
  const last = senseOf(before(clause, at), 'value');
  return (
    next?.v.kind === 'participant' ||
    (last?.v.kind === 'participant' && senseOf(before(clause, at), 'preposition') === undefined && false)
  );
};

/** "Outside Chapel Row and Garden Hill": the second is excluded as the first is. */
function joinsExcluded(clause: Clause, at: number, kind: Condition['kind']): boolean {
  const last = before(clause, at);
  const beside = clause.where.at(-1);
  const joined = ['and', 'or'].some((k) => last?.senses.some((sense) => sense.k === k)) || last?.text === 'nor';
  const isAlike = beside?.kind === kind || (isArea(kind) && isArea(beside?.kind));
  if (!joined || !isAlike || beside?.not !== true) return false;
  if (last !== undefined) clause.used.add(last);
  return true;
}

const isArea = (kind: Condition['kind'] | undefined) => kind === 'neighborhood' || kind === 'address';

/** "By X and Y", "X or Y": the second takes part as the first does. */
function roleBeside(clause: Clause, at: number, kind: Condition['kind']): Condition['as'] {
  const last = before(clause, at);
  const beside = clause.where.at(-1);
  const joined = senseOf(last, 'and') !== undefined || senseOf(last, 'or') !== undefined;
  return joined && kind === 'participant' && beside?.kind === kind ? beside.as : undefined;
}

function roleOf(
  clause: Clause,
  at: number,
  kind: Condition['kind'],
  preposition: Preposition | undefined,
): Condition['as'] {
  if (kind !== 'participant' && kind !== 'role') return kind === 'text' && preposition === 'to' ? 'to' : undefined;
  const holds = clause.relations.includes('hold');
  const records = clause.atoms.some((atom) => senseOf(atom, 'relation')?.v === 'record');
  switch (preposition) {
    case 'by':
      return holds ? 'holder' : records ? 'recorder' : 'actor';
    case 'to':
    case 'for':
      return 'addressee';
    case 'from':
      return 'source';
    case 'of':
      // "Assets of X" are those that it has, regardless of their events.
      if (clause.atoms.slice(0, at).some((atom) => senseOf(atom, 'noun')?.v === 'asset')) return 'holder';
      break;
    case 'with':
    case 'at':
      return clause.relations.includes('work with') ? 'partner' : 'holder';
    default:
  }
  if (kind === 'role') return undefined;
  const next = after(clause, at, (atom) => isFiller(atom) || senseOf(atom, 'auxiliary') !== undefined);
  if (senseOf(next, 'action')) return 'actor';
  if (senseOf(next, 'relation')?.v === 'hold') return 'holder';
  return undefined;
}
